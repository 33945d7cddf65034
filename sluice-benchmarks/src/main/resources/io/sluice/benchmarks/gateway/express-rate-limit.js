const { rateLimit } = require('express-rate-limit');
app.use(rateLimit({ windowMs: 1000, limit: {perSecond}, standardHeaders: 'draft-7', legacyHeaders: false }));
