const http = require('http');
const express = require('express');
const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
const app = express();
app.disable('x-powered-by');
app.disable('etag');
{limiter}
app.use((req, res) => {
  const headers = Object.assign({}, req.headers, { 'x-forwarded-for': req.socket.remoteAddress });
  const out = http.request(
    { host: '127.0.0.1', port: {upstream}, path: req.url, method: req.method, headers, agent },
    (answer) => { res.writeHead(answer.statusCode, answer.headers); answer.pipe(res); });
  out.on('error', () => { res.statusCode = 502; res.end(); });
  req.pipe(out);
});
const server = app.listen({port}, '127.0.0.1');
server.keepAliveTimeout = 600000;
