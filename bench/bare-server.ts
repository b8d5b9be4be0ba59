/**
 * The limit: a bare node:http server that sends recorded answers, headers and body, and does nothing else. A child process of the
 * bench. It never computes an answer: a path that was not recorded is answered 404, which the load counts as a failure. Its port is a
 * free one, printed when it listens.
 */
// Tests: none; `npm run bench` runs it.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** Answers as the service gave them, by path; the headers that node:http adds by itself are left to it. */
export type Recorded = Readonly<
  Record<string, { readonly headers: readonly string[]; readonly body: string }>
>;

const [file = ''] = process.argv.slice(2);
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded;
const answers = new Map(
  Object.entries(recorded).map(([path, { headers, body }]) => [
    path,
    { headers: [...headers], body: Buffer.from(body) },
  ]),
);

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (answer === undefined) response.writeHead(404).end();
  else response.writeHead(200, answer.headers).end(answer.body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : null })}\n`);
});
