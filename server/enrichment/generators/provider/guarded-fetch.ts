/** `fetch` with what the client lacks: no redirects, and an end to answers that have none. */
import { AnswerTooLongError } from './map-failure.ts';

/** More than the longest answer of a model, by far (chosen). */
const bodyMaxBytes = 4 * 1024 * 1024;

/** A redirect is an answer like any other: keys in headers of their own would follow it to anywhere. */
export const guardedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (response.body === null) return response;
  let bytes = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > bodyMaxBytes) controller.error(new AnswerTooLongError('the body is too long'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
};
