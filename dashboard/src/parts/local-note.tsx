// Tests: test/browser/dashboard-shops.test.ts.
import { Code, Text } from '@mantine/core';

interface LocalNoteProps {
  /** An address of the service, absolute. */
  readonly address: string;
  /** What must wait until the service can be reached: `Before you paste it into the shop`. */
  readonly children: string;
}

/** Warns that an address to copy works on this computer only; nothing for any other address. Makes no call. */
export function LocalNote({ address, children }: LocalNoteProps) {
  if (!/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)) return null;
  return (
    <Text size="sm" c="dimmed">
      This address works on this computer only. {children}, make the service reachable from the internet and
      set its public address (<Code>FORETYPE_PUBLIC_URL</Code>).
    </Text>
  );
}
