// Tests: test/browser/dashboard-analytics.test.ts.
import { Group, Input, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { nowMs, utcDayOf } from '../../words/clock.ts';
import { type DaySpan, faultOfSpan, type Period, periodDays, spanOf } from '../../words/periods.ts';
import classes from './searches.module.css';

interface PeriodControlProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

const own = 'own';

/**
 * Chooses the period of the figures: up to today, or between two UTC days. A faulty span shows why below the fields and
 * is not reported. Makes no call.
 */
export function PeriodControl({ period, onChange }: PeriodControlProps) {
  const isOwn = 'from' in period;
  const choose = (value: string) => {
    const days = periodDays.find((one) => String(one) === value);
    onChange(days === undefined ? spanOf(period, nowMs()) : { days });
  };
  return (
    <Stack gap={8} maw="100%">
      <SegmentedControl
        aria-label="Period"
        size="sm"
        classNames={{ label: classes.period ?? '' }}
        value={isOwn ? own : String(period.days)}
        onChange={choose}
        data={[
          ...periodDays.map((one) => ({ value: String(one), label: one === 1 ? 'Today' : `${one} days` })),
          { value: own, label: 'Dates' },
        ]}
      />
      {isOwn && <OwnDays span={period} onChange={onChange} />}
    </Stack>
  );
}

interface OwnDaysProps {
  readonly span: DaySpan;
  readonly onChange: (span: DaySpan) => void;
}

function OwnDays({ span, onChange }: OwnDaysProps) {
  const [draft, setDraft] = useState(span);
  const today = utcDayOf(nowMs());
  const fault = faultOfSpan(draft, today);
  const change = (part: Partial<DaySpan>) => {
    const changed = { ...draft, ...part };
    setDraft(changed);
    if (faultOfSpan(changed, today) === undefined) onChange(changed);
  };
  const field = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      aria-label={label}
      size="xs"
      flex={1}
      miw={0}
      max={today}
      value={draft[name]}
      error={fault !== undefined}
      onChange={({ currentTarget: { value } }) => change({ [name]: value })}
    />
  );
  return (
    <div>
      <Group gap={8} wrap="nowrap">
        {field('from', 'First day')}
        <span aria-hidden>–</span>
        {field('to', 'Last day')}
      </Group>
      {fault !== undefined && (
        <Input.Error mt={4} role="alert">
          {fault}
        </Input.Error>
      )}
    </div>
  );
}
