// Tests: test/browser/dashboard-phrase-groups.test.ts.
import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PhrasePatternBody } from '../../../../contract/phrase-review.ts';
import type { PhraseVerdict } from '../../../../contract/words/phrase-patterns.ts';
import { useStore } from '../../shell/current-store.ts';
import { wordsOfPattern, wordsOfSize } from '../../words/patterns.ts';
import { ReviewRow } from './review-row.tsx';

interface GroupRowProps {
  readonly group: PhrasePatternBody;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onDecide: (verdict: PhraseVerdict) => void;
}

/** One group of phrases: what they are made of, why to look at them, some of them, and the buttons that decide about all. */
export function GroupRow({ group, isChosen, onChoose, onDecide }: GroupRowProps) {
  const { storeId, may } = useStore();
  const { pattern, reason, risk, samples } = group;
  const name = wordsOfPattern(pattern);
  return (
    <ReviewRow
      name={name}
      size={
        <Text size="sm" c="dimmed">
          {wordsOfSize(group)}
        </Text>
      }
      risk={risk}
      reason={reason}
      samples={{
        label: `Some phrases of ${name}`,
        samples: samples.map((sample) => ({ ...sample, text: sample.phrase })),
      }}
      isChosen={isChosen}
      onChoose={onChoose}
    >
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
    </ReviewRow>
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
