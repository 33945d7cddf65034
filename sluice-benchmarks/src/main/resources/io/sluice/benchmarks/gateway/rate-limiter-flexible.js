const { RateLimiterMemory } = require('rate-limiter-flexible');
const limiter = new RateLimiterMemory({ points: {perSecond}, duration: 1 });
app.use((req, res, next) => {
  limiter.consume(req.socket.remoteAddress).then(() => next()).catch((refused) => {
    res.set('Retry-After', Math.ceil(refused.msBeforeNext / 1000));
    res.status(429).end();
  });
});
