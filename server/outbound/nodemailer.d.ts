/** Declares the part of nodemailer that is used here, so that types are checked against that and nothing else. */
declare module 'nodemailer' {
  export interface SentMail {
    readonly from: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly html: string;
    readonly messageId: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly disableFileAccess: true;
    readonly disableUrlAccess: true;
  }
  export interface Transport {
    sendMail(mail: SentMail): Promise<unknown>;
    close(): void;
  }
  export function createTransport(options: Readonly<Record<string, unknown>>): Transport;
}
