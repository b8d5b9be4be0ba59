/**
 * Signatures of messages (Standard Webhooks): HMAC-SHA256 over id, time and body, so that a receiver can check who sent a message,
 * that it was not changed on its way, and that it is not an old one that was sent again. Pure but for random secrets of 32 bytes;
 * times are seconds since 1970. It verifies nothing: receivers do, and should refuse old times.
 */
// Tests: test/api/webhooks.test.ts.
import { createHmac } from 'node:crypto';
import { randomSecret } from '../../ids.ts';
import type { SecretPlace } from '../../secrets/seal.ts';

const prefix = 'whsec_';
/** The specification asks for 24 to 64 bytes. */
const secretBytes = 32;

/** Creates a secret. */
export function createWebhookSecret(): string {
  return `${prefix}${randomSecret(secretBytes)}`;
}

/** The place that the secrets of a webhook are sealed for. */
export function placeOfSecret(storeId: string, webhookId: string): SecretPlace {
  return { storeId, ownerId: webhookId, field: 'webhook_secret' };
}

/** One attempt to deliver a message. */
export interface SignedContent {
  readonly id: string;
  /** Seconds since the epoch, of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** The header `webhook-signature`: one signature `v1,…` for each secret, separated by spaces. */
export function signContent({ id, timestamp, body }: SignedContent, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`;
    })
    .join(' ');
}
