// Tests: test/browser/dashboard.test.ts.
import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../parts/use-page-title.ts';
import { Wordmark } from '../../parts/wordmark.tsx';
import classes from './entrance.module.css';

interface EntranceProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Above the title: the way back. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the pages outside any store, such as the sign-in. Makes no call. */
export function Entrance({ title, lead, above, children }: EntranceProps) {
  const heading = usePageTitle(title);
  return (
    <Center component="main" className={classes.page}>
      <div className={classes.column}>
        <Wordmark />
        <Paper className={classes.sheet} radius="lg" mt="lg">
          <Stack gap={4} mb="lg">
            {above}
            <Title order={1} ref={heading} tabIndex={-1}>
              {title}
            </Title>
            {lead !== undefined && <Text c="dimmed">{lead}</Text>}
          </Stack>
          {children}
        </Paper>
      </div>
    </Center>
  );
}
