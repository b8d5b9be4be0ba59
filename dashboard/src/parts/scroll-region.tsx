import { ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** What is in it, for who comes upon it by the keyboard. */
  readonly label: string;
  /** From this height on it scrolls, in pixels. */
  readonly maxHeight?: number;
  readonly children: ReactNode;
}

/** Content that scrolls by itself and can be reached and scrolled by the keyboard. */
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
