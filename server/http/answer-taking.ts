/**
 * Answers must keep being taken: a connection whose peer takes too little of what waits for it ends, so that no client holds
 * memory by not reading. It looks at sockets, not at requests: all that was written to one, for however many requests were sent
 * ahead, what waits is seen. Keystrokes pay nothing for it.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';

/** How often connections are looked at, as those whose bodies arrive. */
const lookMs = 500;

/** What must be taken in each window. */
const leastBytes = (limits.answerLeastBytesPerSecond * limits.answerWindowMs) / 1_000;

/** When the present window of a connection began, and what its peer had taken by then. */
interface Window {
  readonly beganMs: number;
  readonly takenBytes: number;
}

/** Watches every connection that the server announces by `event`. The timer runs only while there are some. */
export function endUntakenAnswers(
  server: Server,
  event: 'connection' | 'secureConnection',
  { monotonicMs }: Pick<Clock, 'monotonicMs'>,
): void {
  /** Null while nothing waits. */
  const connections = new Map<Socket, Window | null>();
  let timer: NodeJS.Timeout | null = null;

  function look(): void {
    const nowMs = monotonicMs();
    for (const [socket, window] of connections) {
      // What the service is slow to make is not the peer's fault: then nothing waits.
      if (socket.writableLength === 0) {
        if (window !== null) connections.set(socket, null);
        continue;
      }
      if (window !== null && nowMs - window.beganMs < limits.answerWindowMs) continue;
      const takenBytes = takenBy(socket);
      if (window !== null && takenBytes - window.takenBytes < leastBytes) socket.destroy();
      else connections.set(socket, { beganMs: nowMs, takenBytes });
    }
  }

  function forget(socket: Socket): void {
    connections.delete(socket);
    if (connections.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  server.on(event, (socket: Socket) => {
    connections.set(socket, null);
    socket.once('close', () => forget(socket));
    timer ??= setInterval(look, lookMs).unref();
  });
}

/** What was written less what still waits. */
function takenBy(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
