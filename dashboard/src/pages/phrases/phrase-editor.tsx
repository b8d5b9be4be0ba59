import { Button, Group, Modal, Stack, TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { limits } from '../../../../contract/limits.ts';
import { useDecidePhrases } from '../../api/enrichment.ts';
import { fieldMessages } from '../../api/request.ts';
import { FormFailure } from '../../parts/form-failure.tsx';
import { useStore } from '../../shell/current-store.ts';

interface PhraseEditorProps {
  readonly product: {
    readonly external_id: string;
    readonly title: string;
    readonly suggestion_phrases: readonly string[];
    readonly search_phrases: readonly string[];
  };
  /** A phrase that stands there already, to be saved. */
  readonly added?: string | undefined;
  readonly onClose: () => void;
}

/** Words of a person's own in the place of the generated ones. */
export function PhraseEditor({ product, added, onClose }: PhraseEditorProps) {
  const { storeId } = useStore();
  const decide = useDecidePhrases(storeId);
  const form = useForm({
    initialValues: {
      suggestion_phrases: [...product.suggestion_phrases],
      search_phrases: [...new Set([...product.search_phrases, ...(added === undefined ? [] : [added])])],
    },
  });
  const submit = form.onSubmit((lists) =>
    decide.mutate(
      { externalId: product.external_id, ...lists },
      { onSuccess: onClose, onError: (error) => form.setErrors(listFaults(error)) },
    ),
  );
  const isPlaced = Object.keys(listFaults(decide.error)).length > 0;
  return (
    <Modal opened onClose={onClose} title={product.title} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <TagsInput
            label="Shown as suggestions"
            description={`Up to ${limits.suggestionPhrasesPerProduct}, as shoppers would type them. Enter ends a phrase.`}
            maxTags={limits.suggestionPhrasesPerProduct}
            data-autofocus
            {...form.getInputProps('suggestion_phrases')}
          />
          <TagsInput
            label="Only searched"
            description={`Up to ${limits.searchPhrasesPerProduct} that are never shown: other words for the same thing.`}
            maxTags={limits.searchPhrasesPerProduct}
            {...form.getInputProps('search_phrases')}
          />
          {isPlaced ? null : <FormFailure error={decide.error} form={form} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={decide.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Faults of single phrases (`/search_phrases/2`) stand below their list. */
function listFaults(error: unknown): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [path, message] of Object.entries(fieldMessages(error))) {
    const [list = ''] = path.split('/');
    faults[list] = faults[list] === undefined ? message : `${faults[list]} ${message}`;
  }
  return faults;
}
