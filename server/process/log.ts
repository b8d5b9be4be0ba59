/**
 * The one logger: JSON lines for machines, plain lines on a terminal, on standard error. No secret is ever passed to it; the redaction
 * is the second wall, not the first. A level is one of pino's (`LOG_LEVEL`, checked in settings). A closed pipe is passed over; any
 * other error of the stream throws. Times in lines are milliseconds of the wall clock; lines have no limit of length.
 */
// Tests: test/scenarios/secrets-in-logs.test.ts, server/http/errors.test.ts.
import { Writable } from 'node:stream';
import pino, { type Logger } from 'pino';

/** A pino logger. */
export type Log = Logger;

/** `terminal` decides the form: plain lines for people, JSON lines otherwise. Lines go to standard error. */
export function createLog(level: string, terminal: boolean): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        ...['*.authorization', '*["x-api-key"]', '*.cookie', '*["set-cookie"]', '*["x-csrf-token"]'],
        ...['*.key', '*.secret', '*.auth_secret', '*.password', '*.token'],
      ],
      censor: '[redacted]',
    },
  };
  return terminal ? pino(options, plainLines(process.stderr)) : pino(options, linesOfJson());
}

/** A log whose reader is gone, such as a closed pipe, does not end the service. */
function linesOfJson(): ReturnType<typeof pino.destination> {
  const target = pino.destination({ dest: 2, sync: true });
  target.on('error', (error: Error) => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error;
  });
  return target;
}

/** `12:30:01 warn  message key=value`: one line an entry, made from pino's JSON. */
function plainLines(target: NodeJS.WritableStream): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const { level, time, msg, err, ...rest } = JSON.parse(chunk.toString('utf8')) as Record<
        string,
        unknown
      >;
      const name = (pino.levels.labels[Number(level)] ?? 'info').padEnd(5);
      const details = Object.entries(rest).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
      const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : '';
      target.write(`${String(time).slice(11, 19)} ${name} ${String(msg)}${details.join('')}${stack}\n`);
      done();
    },
  });
}
