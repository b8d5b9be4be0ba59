// Tests: test/browser/dashboard-phrase-groups.test.ts, test/browser/dashboard-type-review.test.ts.
import { Checkbox, Group, Text, Title } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { StateMark } from '../../parts/state-mark.tsx';
import { useStore } from '../../shell/current-store.ts';
import { wordsOfRisk } from '../../words/patterns.ts';
import classes from './phrases.module.css';
import { Samples } from './samples.tsx';

interface ReviewRowProps {
  readonly name: string;
  /** How many there are, beside the name. */
  readonly size: ReactNode;
  readonly risk: Parameters<typeof wordsOfRisk>[0];
  /** Why to look at it. */
  readonly reason: string;
  readonly samples: ComponentProps<typeof Samples>;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  /** Further lines, and the buttons that decide. */
  readonly children: ReactNode;
}

/** One thing to decide about, with its risk and samples; editors can choose it among others. Makes no call. */
export function ReviewRow(props: ReviewRowProps) {
  const { name, size, reason, samples, isChosen, onChoose, children } = props;
  const { may } = useStore();
  const risk = wordsOfRisk(props.risk);
  return (
    <li className={classes.product}>
      {may('editor') && (
        <Checkbox
          mt={3}
          aria-label={`Choose ${name}`}
          checked={isChosen}
          onChange={({ currentTarget: { checked } }) => onChoose(checked)}
        />
      )}
      <div className={classes.words}>
        <Group gap="sm" align="baseline">
          <Title order={3} size="h4" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          {size}
        </Group>
        <Group gap="xs" mt={2}>
          <StateMark tone={risk.tone}>{risk.label}</StateMark>
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        </Group>
        <Samples {...samples} />
        {children}
      </div>
    </li>
  );
}
