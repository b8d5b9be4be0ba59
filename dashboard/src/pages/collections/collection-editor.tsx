// Tests: test/browser/dashboard-collections.test.ts.
import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { type CollectionSort, collectionSorts } from '../../../../contract/words/collections.ts';
import { fieldMessages, messageOf } from '../../api/request.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { sortWords } from '../../words/collections.ts';
import { type CollectionDraft, faultOf, newCondition, rulesOf } from './collection-draft.ts';
import classes from './collections.module.css';
import { ConditionRow } from './condition-row.tsx';
import { PreviewPanel } from './preview-panel.tsx';

interface CollectionEditorProps {
  readonly initial: CollectionDraft;
  readonly saveLabel: string;
  readonly isSaving: boolean;
  /** The error of the last save; null if none was refused. */
  readonly error: unknown;
  readonly onSave: (draft: CollectionDraft) => void;
}

/**
 * The form of a collection, with a preview of its products that follows each change (`POST /collections/preview`).
 * Faults of the service are shown at their fields, others beside the button. Saving is the page's task.
 */
export function CollectionEditor({ initial, saveLabel, isSaving, error, onSave }: CollectionEditorProps) {
  const [draft, setDraft] = useState(initial);
  const [isTried, setTried] = useState(false);
  const faults = fieldMessages(error);
  const change = (part: Partial<CollectionDraft>) => setDraft((before) => ({ ...before, ...part }));
  const isUnfinished = draft.title.trim() === '' || draft.conditions.some((one) => faultOf(one) !== null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isUnfinished) onSave(draft);
  };
  const titleFault = isTried && draft.title.trim() === '' ? 'Give it a title.' : faults.title;
  const isPlaced = Object.keys(faults).some((path) =>
    /^(?:title|slug|description|rules\/conditions\/\d)/.test(path),
  );
  return (
    <form onSubmit={save} noValidate className={classes.editor}>
      <Panel title="What belongs in">
        <ConditionList draft={draft} faults={faults} isTried={isTried} onChange={change} />
      </Panel>
      <PreviewPanel rules={rulesOf(draft)} />
      <Stack gap="lg">
        <Panel title="Name and order">
          <NameFields draft={draft} faults={{ ...faults, title: titleFault }} onChange={change} />
        </Panel>
        {error !== null && !isPlaced && <FormFault>{messageOf(error)}</FormFault>}
        <Group>
          <Button type="submit" loading={isSaving}>
            {saveLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface NameFieldsProps {
  readonly draft: CollectionDraft;
  /** The messages by name of the field. */
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly onChange: (part: Partial<CollectionDraft>) => void;
}

function NameFields({ draft, faults, onChange }: NameFieldsProps) {
  return (
    <Stack>
      <TextInput
        label="Title"
        maxLength={limits.fieldMaxLength}
        value={draft.title}
        error={faults.title}
        onChange={({ currentTarget: { value } }) => onChange({ title: value })}
      />
      <TextInput
        label="Name in addresses"
        description="Lowercase letters, digits and hyphens. Made from the title if you leave it empty."
        placeholder="summer-shoes"
        spellCheck={false}
        value={draft.slug}
        error={faults.slug}
        onChange={({ currentTarget: { value } }) => onChange({ slug: value })}
      />
      <Textarea
        label="Description"
        description="For your shop's page, if it shows a description."
        autosize
        minRows={2}
        maxRows={6}
        value={draft.description}
        error={faults.description}
        onChange={({ currentTarget: { value } }) => onChange({ description: value })}
      />
      <NativeSelect
        label="Order"
        description="Products in stock always come first."
        data={collectionSorts.map((value) => ({ value, label: sortWords[value] }))}
        value={draft.sort}
        onChange={({ currentTarget: { value } }) => onChange({ sort: value as CollectionSort })}
      />
    </Stack>
  );
}

interface ConditionListProps {
  readonly draft: CollectionDraft;
  /** The messages of the service, by the path of the value. */
  readonly faults: Readonly<Record<string, string>>;
  readonly isTried: boolean;
  readonly onChange: (part: Partial<CollectionDraft>) => void;
}

function ConditionList({ draft: { match, conditions }, faults, isTried, onChange }: ConditionListProps) {
  const faultAt = (index: number) => {
    const path = `rules/conditions/${index}`;
    return Object.entries(faults).find(([at]) => at === path || at.startsWith(`${path}/`))?.[1] ?? null;
  };
  const add = () => {
    const key = Math.max(...conditions.map((one) => one.key)) + 1;
    onChange({ conditions: [...conditions, newCondition(key)] });
  };
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Include a product if it meets"
        maw={260}
        data={[
          { value: 'all', label: 'all of these conditions' },
          { value: 'any', label: 'any of these conditions' },
        ]}
        value={match}
        onChange={({ currentTarget: { value } }) => onChange({ match: value === 'any' ? 'any' : 'all' })}
      />
      <ul className={classes.conditions}>
        {conditions.map((condition, index) => (
          <ConditionRow
            key={condition.key}
            condition={condition}
            number={index + 1}
            fault={(isTried ? faultOf(condition) : null) ?? faultAt(index)}
            onChange={(changed) => onChange({ conditions: conditions.with(index, changed) })}
            onRemove={
              conditions.length === 1 ? null : () => onChange({ conditions: conditions.toSpliced(index, 1) })
            }
          />
        ))}
      </ul>
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={14} />}
          disabled={conditions.length >= limits.collectionConditions}
          onClick={add}
        >
          Add a condition
        </Button>
      </Group>
    </Stack>
  );
}
