/**
 * Ends Node's parsing of the bytes that one read of a socket brought, up to 64 KiB: thousands of requests sent ahead, or of pieces of
 * a body, would otherwise be handled in one turn of the event loop, even if the first of them was refused. It uses properties of
 * Node's parser that are not documented; `parser-stop.test.ts` shows that they work in the project's Node version. It sends nothing:
 * the caller answers or closes the connection. A socket without Node's parser is left alone.
 */
// Tests: ./parser-stop.live.test.ts.
import type { Socket } from 'node:net';

/** The property of the function that is called for each piece of a body (`kOnBody`); without one, pieces cost nothing. */
const onBody = 3;

type TakePiece = (piece: Uint8Array) => void;

/** A socket on which Node parses HTTP. */
interface ParsedSocket extends Socket {
  readonly parser?: {
    /** Called for each request; a number that llhttp does not know is an error that ends the parsing. */
    onIncoming: (() => number) | null;
    [onBody]?: TakePiece | undefined;
  } | null;
}

const unknownToParser = -1;

/** Ends the connection, and begins no other request that was read from it. */
export function dropConnection(socket: ParsedSocket): void {
  stopParsing(socket);
  socket.destroy();
}

/** Begins no other request of the connection. The next one that is read is an error of the connection (`clientError`). */
export function stopParsing({ parser }: ParsedSocket): void {
  if (parser) parser.onIncoming = () => unknownToParser;
}

/** Sockets whose pieces are watched, and what is called for each of them. */
const watches = new WeakMap<Socket, { take: (bytes: number) => boolean }>();

/**
 * Calls `take` for each further piece of a body. Once it returns false, pieces are dropped until the connection ends, which is
 * up to the caller. On a connection that is watched already, the new `take` replaces the one before.
 */
export function watchPieces(socket: ParsedSocket, take: (bytes: number) => boolean): void {
  const known = watches.get(socket);
  if (known !== undefined) {
    known.take = take;
    return;
  }
  const { parser } = socket;
  const usual = parser?.[onBody];
  if (!parser || usual === undefined) return;
  const watch = { take };
  watches.set(socket, watch);
  parser[onBody] = function takePiece(piece) {
    if (watch.take(piece.byteLength)) usual.call(parser, piece);
    else parser[onBody] = undefined;
  };
  // Node uses its parsers again for other connections.
  socket.once('close', () => {
    parser[onBody] = usual;
  });
}
