// Tests: test/browser/dashboard-install.test.ts.
import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { StoreKey } from '../../../../contract/keys.ts';
import { useShopOrigin, useWidget } from '../../api/widget.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { LocalNote } from '../../parts/local-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { nowMs } from '../../words/clock.ts';
import { type EmbedAttributes, embedLine } from '../../words/embed.ts';
import { isInUse } from '../../words/keys.ts';
import { OtherLines } from './other-lines.tsx';

interface LinePanelProps {
  readonly keys: readonly StoreKey[];
  /** The attributes of the chosen look. */
  readonly attributes: EmbedAttributes;
  /** Opens the dialog for a new key; null for members who may not make keys. */
  readonly onNew: (() => void) | null;
}

/**
 * The whole line that a shop's pages need, key included, with the lines that some shops need as well. A key whose text
 * is not stored has only its hint in it. Reads the widget's build (`GET /widget`).
 */
export function LinePanel({ keys, attributes, onNew }: LinePanelProps) {
  const usable = keys.filter((key) => key.scope === 'storefront' && isInUse(key, nowMs()));
  const [chosen, setChosen] = useState<string | null>(null);
  const key =
    usable.find(({ id }) => id === chosen) ?? usable.find(({ token }) => token !== null) ?? usable[0];
  const answer = useWidget().data;
  const origin = useShopOrigin();
  const newKey = onNew !== null && <Button onClick={onNew}>Create a storefront key</Button>;
  return (
    <Panel
      title="The line for your shop"
      lead="Copy this line into every page that has a search box. It finds the box and shows the dropdown."
    >
      {key === undefined ? (
        <EmptyNote icon="keys" title="The line needs a storefront key" action={newKey}>
          {onNew === null ? 'Ask an owner of the store to create one.' : 'Create one, and the line is ready.'}
        </EmptyNote>
      ) : (
        <Stack>
          {usable.length > 1 && (
            <NativeSelect
              label="With the key"
              maw={340}
              data={usable.map(({ id, name, hint }) => ({ value: id, label: `${name} (${hint})` }))}
              value={key.id}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          )}
          <CodeBlock isMain label="the line" text={embedLine(origin, key.token ?? key.hint, attributes)} />
          {key.token === null && (
            <Text size="sm" c="red">
              This key was made by version 0.1, which kept only its fingerprint. Put the whole key in place of{' '}
              {key.hint}, or create a new key to get a line that is complete.
            </Text>
          )}
          <LocalNote address={origin}>Before you put the line into a live shop</LocalNote>
          <OtherLines
            origin={origin}
            token={key.token ?? key.hint}
            build={answer?.widget ?? null}
            attributes={attributes}
          />
        </Stack>
      )}
    </Panel>
  );
}
