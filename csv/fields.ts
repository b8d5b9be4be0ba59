/** What each column supplies, once the merchant had a say in it. */
import type { CsvField } from './layout.ts';

export interface ChosenFields {
  readonly fields: readonly CsvField[];
  readonly notes: readonly string[];
}

/**
 * The merchant's choices over what is usual for the format. A field that was given to one column by choice is taken
 * from others, which become attributes; where it was given to several, the first one has it.
 */
export function chooseFields(
  names: readonly string[],
  usual: readonly CsvField[],
  settings: Readonly<Record<string, CsvField>>,
): ChosenFields {
  const choices = new Map(Object.entries(settings));
  const chosenBy = new Map<CsvField, string>();
  const notes: string[] = [];
  const fields = names.map((name, index): CsvField => {
    const choice = choices.get(name);
    // A choice that confirms what is usual takes nothing from others: several columns may make one field.
    if (choice === undefined || choice === usual[index]) return usual[index] ?? null;
    if (choice === null || choice === 'attribute') return choice;
    const earlier = chosenBy.get(choice);
    if (earlier === undefined) {
      chosenBy.set(choice, name);
      return choice;
    }
    notes.push(`Both “${earlier}” and “${name}” were chosen as ${choice}; “${name}” is an attribute.`);
    return 'attribute';
  });
  const settled = fields.map((field, index) => {
    const owner = chosenBy.get(field);
    return owner === undefined || owner === names[index] ? field : 'attribute';
  });
  return { fields: settled, notes };
}
