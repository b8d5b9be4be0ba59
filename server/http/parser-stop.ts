/**
 * Ends Node's parsing of what one read of a socket brought, up to 64 KiB: thousands of requests sent ahead, or of pieces of a
 * body, would otherwise be handled in one turn of the event loop, whatever is answered to the first of them. By two properties
 * of Node's parser that are not documented; `parser-stop.test.ts` shows that they work in the Node version that the project brings.
 */
import type { Socket } from 'node:net';

/** A socket on which Node parses HTTP. */
interface ParsedSocket extends Socket {
  readonly parser?: {
    /** Called for each request; a number that llhttp does not know is an error that ends the parsing. */
    onIncoming: (() => number) | null;
    /** The request whose body arrives; null drops it. */
    incoming: unknown;
  } | null;
}

const unknownToParser = -1;

/** Ends the connection, and begins no other request that was read from it. */
export function dropConnection(socket: ParsedSocket): void {
  const { parser } = socket;
  if (parser) parser.onIncoming = () => unknownToParser;
  socket.destroy();
}

/** Drops the rest of the body that arrives. The request can still be answered; close the connection then. */
export function dropBody({ parser }: ParsedSocket): void {
  if (parser) parser.incoming = null;
}
