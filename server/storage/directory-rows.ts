/** Stores and keys between records.ts and their tables. */

import type { PlanName } from '../../contract/limits.ts';
import { findDamage, readJson, readText } from './json-columns.ts';
import type { ApiKey, KeyKind, ListedKey, Store } from './records.ts';
import type { ApiKeysTable, StoresTable } from './schema.ts';

export function toStore(row: StoresTable): Store {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan as PlanName,
    currency: readText('stores', row, 'currency'),
    locale: readText('stores', row, 'locale'),
    createdAt: row.created_at,
    changeNumber: row.change_number,
    productCount: row.product_count,
    inStockCount: row.in_stock_count,
    enrichmentCount: row.enrichment_count,
  };
}

export function toStoreRow(store: Store): StoresTable {
  return {
    id: store.id,
    name: store.name,
    plan: store.plan,
    currency: store.currency,
    locale: store.locale,
    created_at: store.createdAt,
    change_number: store.changeNumber,
    product_count: store.productCount,
    in_stock_count: store.inStockCount,
    enrichment_count: store.enrichmentCount,
  };
}

export function toApiKey(row: ApiKeysTable): ApiKey {
  return {
    id: row.id,
    storeId: row.store_id,
    kind: row.kind as KeyKind,
    name: row.name,
    hash: row.hash,
    hint: row.hint,
    allowedOrigins: readJson('api_keys', row, 'allowed_origins'),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}

export function toListedKey(row: ApiKeysTable): ListedKey {
  if (findDamage('api_keys', { ...row }) === null) return toApiKey(row);
  return { ...toApiKey({ ...row, allowed_origins: '[]' }), allowedOrigins: null };
}

export function toApiKeyRow(key: ApiKey): ApiKeysTable {
  return {
    id: key.id,
    store_id: key.storeId,
    kind: key.kind,
    name: key.name,
    hash: key.hash,
    hint: key.hint,
    allowed_origins: JSON.stringify(key.allowedOrigins),
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
  };
}
