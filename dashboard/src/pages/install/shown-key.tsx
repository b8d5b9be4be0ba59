// Tests: test/browser/dashboard-keys.test.ts, test/browser/dashboard.test.ts.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { AnswerTo } from '../../api/call.ts';
import { useShopOrigin } from '../../api/widget.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { embedLine } from '../../words/embed.ts';

/** A key that was just made. */
export type MadeKey = AnswerTo<'POST /keys'>;

/** Shows a new key: one that is not public this one time. Makes no call. */
export function ShownKey({ made, onClose }: { readonly made: MadeKey; readonly onClose: () => void }) {
  const isPublic = made.key.scope === 'storefront';
  const origin = useShopOrigin();
  return (
    <Stack>
      <Text size="sm">
        {isPublic
          ? 'The key is public. The line for your shop shows it again whenever you choose it.'
          : 'The key is shown only this once, since only its fingerprint is kept. If you lose it, revoke it and make a new one.'}
      </Text>
      <CopyField label={made.key.name} value={made.token} />
      {isPublic && <CodeBlock label="the line for your shop" text={embedLine(origin, made.token)} />}
      <Group justify="flex-end">
        <Button onClick={onClose}>{isPublic ? 'Done' : 'I have saved it'}</Button>
      </Group>
    </Stack>
  );
}
