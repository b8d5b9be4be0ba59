// Tests: test/browser/dashboard-phrase-groups.test.ts.
import { Button, Center, type CenterProps } from '@mantine/core';

interface MoreButtonProps extends Pick<CenterProps, 'p'> {
  /** What `usePages` returns. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** The text of the button: what it shows more of. */
  readonly label: string;
}

/** Reads the next page of a list, below the list; absent at its end. */
export function MoreButton({ list, label, p }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Center {...(p !== undefined && { p })}>
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
    </Center>
  );
}
