/**
 * Uploads in two halves, so that a test can do something while the server is in the middle of the request. It has no time limit and
 * repeats nothing. An error of the connection rejects; an early answer is given as the answer.
 */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { collect } from './raw-request.ts';
import type { Answer } from './start-test-service.ts';

export interface SlowUpload {
  /** Sends the rest and reads the answer. */
  finish(): Promise<Answer>;
  /** Closes the connection without sending the rest. */
  hangUp(): void;
}

/** Resolves when the server has read the headers (it said 100 Continue) and half of the body is on its way. */
export async function startUpload(
  origin: string,
  path: string,
  key: string,
  body: unknown,
): Promise<SlowUpload> {
  const bytes = Buffer.from(JSON.stringify(body));
  const half = bytes.length >> 1;
  const upload: ClientRequest = request(`${origin}${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      'content-length': bytes.length,
      expect: '100-continue',
    },
  });
  // Kept from the start: an answer or an error may come at any time.
  const answered = new Promise<Answer>((resolve, reject) => {
    upload.on('response', (response: IncomingMessage) => collect(response).then(resolve, reject));
    upload.on('error', reject);
  });
  answered.catch(() => {});
  upload.flushHeaders();
  await once(upload, 'continue');
  await new Promise<void>((resolve, reject) => {
    upload.write(bytes.subarray(0, half), (error) => (error ? reject(error) : resolve()));
  });
  return {
    finish() {
      upload.end(bytes.subarray(half));
      return answered;
    },
    hangUp() {
      upload.destroy();
    },
  };
}
