/** The requests of one worker, each within the deployment's allowance. */
import { limits } from '../../contract/limits.ts';
import type { Directory } from '../storage/storage.ts';
import {
  type AllowanceLimits,
  allowanceName,
  type EndedCall,
  endCall,
  type PlannedCall,
  takeCall,
} from './allowance.ts';

/** A call that may be made, or how long to wait before asking again. */
export type CallPermit = { readonly call: EndedCall } | { readonly waitMs: number };

/** Where nothing binds the deployment (`allowance` null), every call may be made. */
export class AllowedCalls {
  readonly #directory: Directory;
  readonly #owner: string;
  readonly #storeId: string;
  readonly #allowance: AllowanceLimits | null;
  #count = 0;

  constructor(
    directory: Directory,
    { owner, storeId }: Pick<PlannedCall, 'owner' | 'storeId'>,
    allowance: AllowanceLimits | null,
  ) {
    this.#directory = directory;
    this.#owner = owner;
    this.#storeId = storeId;
    this.#allowance = allowance;
  }

  async begin(id: string, tokens: number): Promise<CallPermit> {
    const allowance = this.#allowance;
    const ofStore = { id, storeId: this.#storeId, tokens };
    const call: EndedCall = { ...ofStore, usedTokens: tokens, outcome: 'none', retryAfterMs: null };
    if (allowance === null) return { call };
    const planned = { ...ofStore, owner: this.#owner, keptMs: limits.leaseMs };
    const waitMs = await this.#directory.changeAllowance(allowanceName, (view) =>
      takeCall(view, allowance, planned),
    );
    if (waitMs > 0) return { waitMs };
    this.#count += 1;
    return { call };
  }

  /** True where the provider is busy for this store alone, as far as is known. */
  async end(call: EndedCall): Promise<boolean> {
    const allowance = this.#allowance;
    if (allowance === null) return false;
    this.#count -= 1;
    return await this.#directory.changeAllowance(allowanceName, (view) => endCall(view, allowance, call));
  }

  /** Those that are under way count on. */
  async keep(): Promise<void> {
    if (this.#count > 0) await this.#directory.keepCalls(this.#owner, limits.leaseMs);
  }
}
