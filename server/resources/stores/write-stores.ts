/**
 * The operations that change a store itself, done in the pipeline thread. Only an operator may change the plan (else
 * `insufficient_role`); a wrong currency or locale is `validation_failed`. They change no product. A name has 1 to 255 characters.
 */
// Tests: test/api/dashboard-store.test.ts.
import type { storeOperations } from '../../../contract/stores.ts';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { Storage } from '../../storage/storage.ts';
import { updateSettings } from '../../stores/update-settings.ts';
import { presentStore } from './present-store.ts';

/** A handler for each operation; it resolves when the change is durable. */
export function storeWrites(
  storage: Storage,
  clock: Clock,
): OperationHandlers<typeof storeOperations, 'pipeline'> {
  return {
    async updateSettings({ storeId, actor, isOperator, body }) {
      if (body.plan !== undefined && !isOperator) {
        const message = 'Only an operator of the service changes the plan of a store.';
        throw new AppError('insufficient_role', message);
      }
      const { group_variants: groupVariants, ...others } = body;
      const grouping = groupVariants === undefined ? {} : { groupVariants };
      const store = await updateSettings(storage, clock, { storeId, actor, ...others, ...grouping });
      // The index follows by itself: a large one takes its time, and answers as before meanwhile.
      return { message: 'The settings have been changed.', store: presentStore(store) };
    },
  };
}
