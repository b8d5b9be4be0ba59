/** Tables of jobs and of the turns that stores take at them. */

/** Directory: claimed before the store is known. */
export interface JobsTable {
  id: string;
  kind: string;
  store_id: string;
  subject: string;
  run_at: number;
  attempts: number;
  lease_owner: string | null;
  lease_until: number | null;
  /** 1 once a claim found the job due; 0 again with every new time. */
  listed: number;
}

/** Directory: key (kind, store_id). Only claims write it, and those take turns. */
export interface JobTurnsTable {
  kind: string;
  store_id: string;
  /** 1: claims look at this store. It is 1 whenever the store has a listed job that is due. */
  waiting: number;
  /** Of all claims of this kind the number of the last one that served the store; 0 before the first. */
  last_turn: number;
}
