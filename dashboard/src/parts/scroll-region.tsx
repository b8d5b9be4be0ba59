// Tests: test/browser/dashboard.test.ts.
import { ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** Names the content for people who reach it by the keyboard. */
  readonly label: string;
  /** The height in pixels beyond which the content scrolls. */
  readonly maxHeight?: number;
  readonly children: ReactNode;
}

/** Content that scrolls on its own and can be reached and scrolled by the keyboard. */
export function ScrollRegion({ label, maxHeight, children }: ScrollRegionProps) {
  return (
    <ScrollArea.Autosize
      {...(maxHeight === undefined ? {} : { mah: maxHeight })}
      type="auto"
      scrollbarSize={8}
      viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
    >
      {children}
    </ScrollArea.Autosize>
  );
}
