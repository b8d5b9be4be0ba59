// Tests: test/browser/dashboard-phrase-groups.test.ts.
import { Button, Checkbox, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PhrasePatternBody } from '../../../../contract/phrase-review.ts';
import type { PhraseVerdict } from '../../../../contract/words/phrase-patterns.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { useStore } from '../../shell/current-store.ts';
import { wordsOfPattern, wordsOfRisk, wordsOfSize } from '../../words/patterns.ts';
import classes from './phrases.module.css';
import { Samples } from './samples.tsx';

interface GroupRowProps {
  readonly group: PhrasePatternBody;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onDecide: (verdict: PhraseVerdict) => void;
}

/** One group of phrases: what they are made of, why to look at them, some of them, and the buttons that decide about all. */
export function GroupRow({ group, isChosen, onChoose, onDecide }: GroupRowProps) {
  const { storeId, may } = useStore();
  const { pattern, reason, samples } = group;
  const name = wordsOfPattern(pattern);
  const risk = wordsOfRisk(group.risk);
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
          <Title order={3} size="h4">
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {wordsOfSize(group)}
          </Text>
        </Group>
        <Group gap="xs" mt={2}>
          <StateMark tone={risk.tone}>{risk.label}</StateMark>
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        </Group>
        <Samples
          label={`Some phrases of ${name}`}
          samples={samples.map((sample) => ({ ...sample, text: sample.phrase }))}
        />
        <Group gap={8} mt="sm">
          {may('editor') && <DecideButtons name={name} onDecide={onDecide} />}
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={`See them: ${name}`}
            renderRoot={(props) => (
              <Link to="/stores/$storeId/phrases" params={{ storeId }} search={{ pattern }} {...props} />
            )}
          >
            See them
          </Button>
        </Group>
      </div>
    </li>
  );
}

interface DecideButtonsProps extends Pick<GroupRowProps, 'onDecide'> {
  readonly name: string;
}

function DecideButtons({ name, onDecide }: DecideButtonsProps) {
  return (
    <>
      <Button
        size="xs"
        variant="light"
        aria-label={`Approve all: ${name}`}
        onClick={() => onDecide('approved')}
      >
        Approve all
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={`Refuse all: ${name}`}
        onClick={() => onDecide('refused')}
      >
        Refuse all
      </Button>
    </>
  );
}
