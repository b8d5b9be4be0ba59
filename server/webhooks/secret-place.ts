import type { SecretPlace } from '../secrets/seal.ts';

/** What the secrets of an endpoint are sealed for. */
export function placeOfSecret(storeId: string, webhookId: string): SecretPlace {
  return { storeId, ownerId: webhookId, field: 'webhook_secret' };
}
