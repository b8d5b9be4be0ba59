// Tests: test/browser/dashboard.test.ts.
import { Progress } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { formatShare } from '../words/numbers.ts';

interface RunProgressProps {
  /** Says what is being done. */
  readonly words: string;
  /** The share that is done, from 0 to 1; null if it is unknown. */
  readonly share: number | null;
}

/** A progress bar. If the share is unknown it moves, unless the reader prefers reduced motion. */
export function RunProgress({ words, share }: RunProgressProps) {
  const isCalm = useReducedMotion();
  return (
    <Progress
      size={10}
      radius="xl"
      value={share === null ? 100 : share * 100}
      striped={share === null}
      animated={share === null && !isCalm}
      aria-label={share === null ? words : `${words}, ${formatShare(share)}`}
    />
  );
}
