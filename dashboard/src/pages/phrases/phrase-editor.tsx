// Tests: test/browser/dashboard-phrases.test.ts.
import { Autocomplete, Button, Group, Modal, Stack, TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ProductTypeBody } from '../../../../contract/enrichment.ts';
import { limits } from '../../../../contract/limits.ts';
import { useChange, useRead } from '../../api/call.ts';
import { fieldMessages } from '../../api/request.ts';
import { FormFailure } from '../../parts/form-failure.tsx';
import { useReturnFocus } from '../../parts/use-return-focus.ts';
import { useStore } from '../../shell/current-store.ts';

interface PhraseEditorProps {
  readonly product: {
    readonly external_id: string;
    readonly title: string;
    readonly suggestion_phrases: readonly string[];
    readonly search_phrases: readonly string[];
    readonly type: ProductTypeBody | null;
  };
  /** A phrase that is filled in already and only needs saving. */
  readonly added?: string | undefined;
  readonly onClose: () => void;
}

/**
 * Replaces the generated type and phrases of a product by a person's own (`PUT /products/:external_id/phrases`). A type
 * that was not changed stays generated. Faults are shown below their list. For editors and owners.
 */
export function PhraseEditor({ product, added, onClose }: PhraseEditorProps) {
  const { storeId } = useStore();
  useReturnFocus();
  const decide = useChange(storeId, 'PUT /products/:external_id/phrases');
  const { data: known } = useRead(storeId, 'GET /enrichment/types', {});
  const form = useForm({
    initialValues: {
      name: product.type?.name ?? '',
      other_names: [...(product.type?.other_names ?? [])],
      suggestion_phrases: [...product.suggestion_phrases],
      search_phrases: [...new Set([...product.search_phrases, ...(added === undefined ? [] : [added])])],
    },
  });
  const submit = form.onSubmit((words) =>
    decide.mutate(
      { params: { external_id: product.external_id }, body: toDecision(words, product.type) },
      { onSuccess: onClose, onError: (error) => form.setErrors(listFaults(error)) },
    ),
  );
  const isPlaced = Object.keys(listFaults(decide.error)).length > 0;
  return (
    <Modal opened onClose={onClose} title={product.title} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <Autocomplete
            label="What it is"
            description="One noun, as shoppers would call it: desk lamp. It stays when the product changes."
            data={known?.types.map(({ name }) => name) ?? []}
            {...form.getInputProps('name')}
          />
          <TagsInput
            label="Also called"
            description={`Up to ${limits.typeOtherNames} other names of the same thing.`}
            maxTags={limits.typeOtherNames}
            {...form.getInputProps('other_names')}
          />
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

interface Words {
  readonly name: string;
  readonly other_names: readonly string[];
  readonly suggestion_phrases: readonly string[];
  readonly search_phrases: readonly string[];
}

/** The decision to send. A type that was not changed is left out, so that it stays generated. */
function toDecision({ name, other_names, ...lists }: Words, before: ProductTypeBody | null) {
  const after = name.trim() === '' ? null : { name: name.trim(), other_names };
  const known = before === null ? null : { name: before.name, other_names: before.other_names };
  return JSON.stringify(after) === JSON.stringify(known) ? lists : { ...lists, type: after };
}

/**
 * The faults by list of the form: a fault of one phrase, such as `/search_phrases/2` or `/type/name`, is shown below
 * its list.
 */
function listFaults(error: unknown): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [path, message] of Object.entries(fieldMessages(error))) {
    const [list = ''] = path.replace(/^type\/?/, '').split('/');
    faults[list] = faults[list] === undefined ? message : `${faults[list]} ${message}`;
  }
  return faults;
}
