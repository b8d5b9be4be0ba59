/**
 * Signatures of messages (Standard Webhooks): HMAC-SHA256 over id, time and body, so that an endpoint knows who sent a
 * message, that nobody changed it, and that it is not an old one sent again.
 */
import { createHmac } from 'node:crypto';
import { randomSecret } from '../ids.ts';

const prefix = 'whsec_';
/** The specification asks for 24 to 64. */
const secretBytes = 32;

/** A new secret as its owner keeps it. */
export function createWebhookSecret(): string {
  return `${prefix}${randomSecret(secretBytes)}`;
}

/** One attempt to bring a message. */
export interface SignedContent {
  readonly id: string;
  /** Seconds since the epoch, of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** The header `webhook-signature`: one signature a secret, `v1,…` each, separated by spaces. */
export function signContent({ id, timestamp, body }: SignedContent, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`;
    })
    .join(' ');
}
