/**
 * Sends bytes as they are over a socket, for what no HTTP client would send, and reads until the server closes it. It repeats nothing
 * and has no time limit. An error of the socket rejects; an answer without a head parses to NaN as status.
 */
import { connect } from 'node:net';

/** Writes bytes to a fresh connection, with `thenEnds` also its end, and reads until the server closes it. */
export function converse(origin: string, bytes: string, { thenEnds = false } = {}): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject).on('close', () => resolve(answer));
    if (thenEnds) socket.end(bytes, 'latin1');
    else socket.write(bytes, 'latin1');
  });
}

/** One answer as `converse` gives it, taken apart. */
export function parseAnswer(answer: string): { status: number; headers: Headers; text: string } {
  const [head = '', text = ''] = answer.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = new Headers(
    fields.map((field): [string, string] => {
      const at = field.indexOf(':');
      return [field.slice(0, at), field.slice(at + 1)];
    }),
  );
  return { status: Number(line.split(' ')[1]), headers, text };
}
