/**
 * A small SMTP server (RFC 5321) that keeps the mails that it takes, on this machine only. It knows EHLO, AUTH PLAIN, MAIL, RCPT, DATA,
 * RSET and QUIT, without TLS, and refuses recipients while it is set to. A line that it does not know is 500; it checks no password.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail that was taken. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it was sent: headers, an empty line, and the parts. */
  readonly text: string;
}

export interface MailServer {
  /** With a user and a password. */
  readonly url: string;
  readonly mails: readonly TakenMail[];
  /** Whether it refuses recipients from now on. */
  refuse(refuses: boolean): void;
  close(): Promise<void>;
}

/** Listens on a free port. */
export async function startMailServer(password: string): Promise<MailServer> {
  const mails: TakenMail[] = [];
  const sockets = new Set<Socket>();
  let refuses = false;
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
    const say = (line: string) => socket.write(`${line}\r\n`);
    let [from, to, data, rest] = ['', [] as string[], null as string[] | null, ''];
    const take = (line: string) => {
      if (data !== null) {
        if (line !== '.') return void data.push(line.replace(/^\.\./, '.'));
        mails.push({ from, to, text: data.join('\n') });
        data = null;
        return say('250 taken');
      }
      const [, path = ''] = /<(.*)>/.exec(line) ?? [];
      if (/^EHLO/i.test(line)) return say('250-here\r\n250 AUTH PLAIN');
      if (/^AUTH/i.test(line)) return say('235 known');
      if (/^MAIL/i.test(line)) {
        [from, to] = [path, []];
        return say('250 yes');
      }
      if (/^RCPT/i.test(line)) {
        if (refuses) return say('550 no such person');
        to.push(path);
        return say('250 yes');
      }
      if (/^DATA/i.test(line)) {
        data = [];
        return say('354 go on');
      }
      if (/^RSET/i.test(line)) return say('250 yes');
      return /^QUIT/i.test(line) ? void socket.end('221 bye\r\n') : say('500 unknown');
    };
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    say('220 here');
  });
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://sender:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refuse(value) {
      refuses = value;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
