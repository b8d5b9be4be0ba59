import { Button, Group, Modal, Stack, TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { limits } from '../../../../contract/limits.ts';
import { visibleText, withoutUnseen } from '../../../../contract/visible-text.ts';
import { useAddSynonym } from '../../api/analytics.ts';
import { FormFailure } from '../../parts/form-failure.tsx';
import { noticeDone } from '../../parts/notices.ts';
import { useStore } from '../../shell/current-store.ts';

/** Has a query that found nothing find what other words find. */
export function AddSynonymButton({ query }: { readonly query: string }) {
  const [isOpen, dialog] = useDisclosure(false);
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
  const add = useAddSynonym(storeId);
  const form = useForm({ initialValues: { from: [withoutUnseen(query)], to: [] as string[] } });
  const submit = form.onSubmit((rule) =>
    add.mutate(rule, {
      onSuccess: () => {
        noticeDone(`“${rule.from.join('”, “')}” now also finds ${rule.to.join(', ')}.`);
        onClose();
      },
    }),
  );
  return (
    <Modal opened onClose={onClose} title="Add a synonym">
      <form onSubmit={submit}>
        <Stack>
          <TagsInput
            label="When shoppers type"
            description="What found nothing, and other words for the same. Enter ends a term."
            maxTags={limits.synonymTermsPerList}
            {...form.getInputProps('from')}
          />
          <TagsInput
            label="also find"
            description="Words that stand in your products. Not the other way round."
            maxTags={limits.synonymTermsPerList}
            data-autofocus
            acceptValueOnBlur
            {...form.getInputProps('to')}
          />
          <FormFailure error={add.error} form={form} />
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
