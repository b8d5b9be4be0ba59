/**
 * Ends connections whose peers do not read: too few bytes of a waiting answer were taken within a window of 10 s
 * (`limits.answerWindowMs`; least 4 KiB a second), so that no client holds memory by not reading. It looks at sockets, not at
 * requests, so requests that were sent ahead count too. Keystrokes pay nothing for it. It sends nothing: the connection is closed
 * without a further byte.
 */
// Tests: ./answer-taking.live.test.ts.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';

/** Milliseconds between two looks at connections. Chosen, as for arriving bodies. */
const lookMs = 500;

/** Bytes that must be taken in each window. */
const leastBytes = (limits.answerLeastBytesPerSecond * limits.answerWindowMs) / 1_000;

/** The beginning of a connection's present window, and the bytes that its peer had taken by then. */
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
      // If the service is slow to make an answer, nothing waits, and it is not the peer's fault.
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

/** Returns the bytes written less those that still wait. */
function takenBy(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
