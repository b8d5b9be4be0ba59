import { Progress } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { formatShare } from '../words/numbers.ts';

interface RunProgressProps {
  /** What is being done. */
  readonly words: string;
  /** How much of it, from 0 to 1; null where that is not known. */
  readonly share: number | null;
}

/** How far something is. What has no known end moves, unless the reader wants nothing to. */
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
