/** The limit: a bare node:http server that sends recorded bytes and does nothing else. A child process of the bench. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file = ''] = process.argv.slice(2);
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
const bodies = new Map(Object.entries(recorded).map(([path, body]) => [path, Buffer.from(body)]));

const server = createServer((request, response) => {
  const body = bodies.get(request.url ?? '') ?? Buffer.from('{}');
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.byteLength,
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : null })}\n`);
});
