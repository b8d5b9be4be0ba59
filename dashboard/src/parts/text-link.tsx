// Tests: test/browser/dashboard.test.ts.
import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type TextProps = AnchorProps & Omit<ComponentProps<'a'>, keyof AnchorProps>;

/** A link to a page of the dashboard within text: takes what `Link` and `Anchor` take. */
export const TextLink = createLink((props: TextProps) => <Anchor size="sm" {...props} />);
