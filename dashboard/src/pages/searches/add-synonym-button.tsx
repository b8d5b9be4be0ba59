// Tests: test/browser/dashboard-analytics.test.ts.
import { Button, Group, Modal, Stack, TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { limits } from '../../../../contract/limits.ts';
import { stripInvisible, visibleText } from '../../../../contract/visible-text.ts';
import { useChange, useRead } from '../../api/call.ts';
import { fieldMessages } from '../../api/request.ts';
import { FormFailure } from '../../parts/form-failure.tsx';
import { noticeDone } from '../../parts/notices.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { useStore } from '../../shell/current-store.ts';
import { synonymsOf } from '../../words/synonyms.ts';

/**
 * A button beside a query that found nothing. Its dialog adds a rule (`POST /synonyms`) by which the query also finds
 * other words, and shows refused terms at their field. Where a rule exists already, it shows the words instead. For
 * editors and owners.
 */
export function AddSynonymButton({ query }: { readonly query: string }) {
  const [isOpen, dialog] = useDisclosure(false);
  const { storeId } = useStore();
  const found = synonymsOf(stripInvisible(query), useRead(storeId, 'GET /synonyms', {}).data?.synonyms ?? []);
  if (found.length > 0) return <StateMark tone="good">Also finds {found.join(', ')}</StateMark>;
  return (
    <>
      <Button
        size="compact-xs"
        variant="light"
        aria-label={`Add synonym: ${visibleText(query)}`}
        onClick={dialog.open}
      >
        Add synonym
      </Button>
      {isOpen && <SynonymForm query={query} onClose={dialog.close} />}
    </>
  );
}

function SynonymForm({ query, onClose }: { readonly query: string; readonly onClose: () => void }) {
  const { storeId } = useStore();
  const add = useChange(storeId, 'POST /synonyms');
  const form = useForm({
    initialValues: { from: [stripInvisible(query)], to: [] as string[] },
    validate: {
      from: (terms) => (terms.length === 0 ? 'Type at least one term that shoppers type.' : null),
      to: (terms) => (terms.length === 0 ? 'Type words that your products contain.' : null),
    },
  });
  const submit = form.onSubmit((rule) =>
    // By the promise: the form may be gone when the lists have been read again.
    add.mutateAsync({ body: rule }).then(
      () => {
        noticeDone(`“${rule.from.join('”, “')}” now also finds ${rule.to.join(', ')}.`);
        onClose();
      },
      (error: unknown) => form.setErrors(termFaults(error)),
    ),
  );
  return (
    <Modal opened onClose={onClose} title="Add a synonym">
      <form onSubmit={submit}>
        <Stack>
          <TagsInput
            label="When shoppers type"
            description="The words that found nothing, and other spellings. Press Enter after each."
            maxTags={limits.synonymTermsPerList}
            {...form.getInputProps('from')}
          />
          <TagsInput
            label="also find"
            description="Words that your products contain. The synonym works in this direction only."
            maxTags={limits.synonymTermsPerList}
            data-autofocus
            acceptValueOnBlur
            {...form.getInputProps('to')}
          />
          {!isPlaced(add.error) && <FormFailure error={add.error} form={form} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/**
 * Faults by field of the form. The service names a place in the whole set, such as `/synonyms/4/to/0`; the form has one
 * field for the list.
 */
function termFaults(error: unknown): Record<string, string> {
  const faults = Object.entries(fieldMessages(error)).flatMap(([place, message]) => {
    const list = /^synonyms\/\d+\/(from|to)(?:\/|$)/.exec(place)?.[1];
    return list === undefined ? [] : [[list, message] as const];
  });
  return Object.fromEntries(faults);
}

function isPlaced(error: unknown): boolean {
  return Object.keys(termFaults(error)).length > 0;
}
