/** The two places in which a follower saves indexes: files of this node, and the database for all nodes. */
import type { FollowerSettings } from './follower-settings.ts';
import { IndexSaving, type SavingSurroundings } from './index-saving.ts';

/** Null: nothing is saved there. */
export interface Savings {
  readonly saving: IndexSaving | null;
  readonly sharing: IndexSaving | null;
}

export function createSavings(
  { saving, sharing, clock }: Pick<FollowerSettings, 'saving' | 'sharing' | 'clock'>,
  about: Pick<SavingSurroundings, 'indexes' | 'isMergingMuch' | 'warn' | 'failed'>,
): Savings {
  const savingLoss = 'Indexes cannot be saved, and the next start has to read the database';
  const sharingLoss = 'Indexes cannot be shared, and new nodes have to read all products';
  const common = { clock, ...about };
  return {
    saving:
      saving && new IndexSaving({ ...common, ...saving, place: saving.files, loss: savingLoss, minBytes: 0 }),
    sharing: sharing && new IndexSaving({ ...common, ...sharing, place: sharing.files, loss: sharingLoss }),
  };
}
