/**
 * Refuses bodies that come in very many tiny chunks (more than 256 pieces with fewer than 32 bytes on average) with 400: each piece
 * costs as much as 20 KiB in one piece, also when no route reads the body. It never changes or holds a piece.
 */
// Tests: server/http/server.test.ts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../../../contract/limits.ts';
import { answerClientError, smallPieces } from '../client-errors.ts';
import { watchPieces } from '../keystroke/parser-stop.ts';

/** Answers 400 and closes the connection once the pieces are too small; ends it where an answer has begun. */
export function boundPieces({ socket }: IncomingMessage, response: ServerResponse): void {
  let [count, total] = [0, 0];
  watchPieces(socket, (bytes) => {
    count += 1;
    total += bytes;
    const { bodySmallPieces: least } = limits;
    if (count < least.count || total >= count * least.leastBytes) return true;
    if (response.headersSent) socket.destroy();
    else answerClientError({ code: smallPieces }, socket);
    return false;
  });
}
