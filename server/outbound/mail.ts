/**
 * Sends e-mail by the SMTP server of the settings (FORETYPE_SMTP_URL). A mail that is not taken gives the fault in words, which never
 * hold the password; it is never tried again here. One mail takes at most 15 s (milliseconds below). The library is loaded with the
 * first mail, since most services send none.
 */
// Tests: test/scenarios/alert-mails.test.ts.

/** The place that takes mails, and who sends them. */
export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly smtpUrl: string;
  readonly from: string;
}

/** A mail to one person, as text and as HTML. */
export interface Mail {
  /** Stays the same when the mail is sent again. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The result of sending: the server's code where it gave one, and the fault; null once the server took the mail. */
export interface MailOutcome {
  readonly status: number | null;
  readonly error: string | null;
}

/** Sends one mail. */
export type SendMail = (mail: Mail) => Promise<MailOutcome>;

/** Milliseconds for connecting, for the greeting, and without a byte. Chosen. */
const [connectionTimeout, greetingTimeout, socketTimeout] = [5_000, 5_000, 10_000];

/** Sends by this server, a connection for each mail. */
export function createSendMail({ smtpUrl, from }: MailSettings): SendMail {
  return async ({ id, ...mail }) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      ...transportOf(smtpUrl),
      ...{ connectionTimeout, greetingTimeout, socketTimeout },
    });
    const host = /@([^>]+)>?$/.exec(from)?.[1] ?? 'foretype';
    try {
      await transport.sendMail({
        ...{ ...mail, from, messageId: `<${id}@${host}>` },
        // Nobody answers it, and no absence is announced to it.
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...{ disableFileAccess: true, disableUrlAccess: true },
      });
      return { status: 250, error: null };
    } catch (error) {
      const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : null;
      const reason = error instanceof Error ? error.message : String(error);
      return {
        status,
        error: `The mail server did not take the mail (${withoutPassword(reason, smtpUrl)}).`,
      };
    } finally {
      transport.close();
    }
  };
}

function transportOf(smtpUrl: string) {
  const { protocol, hostname: host, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const auth =
    username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } };
  // A password crosses no network in the clear, except on this machine.
  const isHere = host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
  return {
    ...{ host: host.replace(/^\[|\]$/g, ''), port: Number(port) || (secure ? 465 : 587), secure, ...auth },
    requireTLS: !secure && !isHere && username !== '',
  };
}

function withoutPassword(text: string, smtpUrl: string): string {
  const password = decodeURIComponent(new URL(smtpUrl).password);
  return password === '' ? text : text.replaceAll(password, '…');
}
