// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-delete-store.test.ts.
import { Badge, Group, NativeSelect, Skeleton, Table, Text } from '@mantine/core';
import type { Invitation, Member } from '../../../../contract/members.ts';
import type { Role } from '../../../../contract/words/roles.ts';
import { useChange, useRead } from '../../api/call.ts';
import { Ago } from '../../parts/ago.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { noticeFailure } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { useStore } from '../../shell/current-store.ts';
import { roleChoices, roleWords } from '../../words/roles.ts';
import { InviteForm } from './invite-form.tsx';

const columns = [
  { label: 'Person' },
  { label: 'Role' },
  { label: 'Last seen' },
  { label: 'Actions', isLabelHidden: true },
];

/**
 * Lists members and open invitations (`GET /members`). Owners can invite people, change roles, remove members and
 * withdraw invitations; a failure, such as for the last owner, is a notice.
 */
export function MembersPanel() {
  const { storeId, may } = useStore();
  const answer = useRead(storeId, 'GET /members', {});
  return (
    <Panel
      title="Members"
      lead="Viewers see everything but the audit log. Editors also import products and change feeds, collections, rules and phrases. Owners also manage keys, members and settings."
      flush
    >
      {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton h={120} m="md" />}
      {answer.data !== undefined && (
        <StackedTable name="Members" verticalSpacing="sm" columns={columns}>
          {answer.data.members.map((member) => (
            <MemberRow key={member.id} member={member} />
          ))}
          {answer.data.invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </StackedTable>
      )}
      {may('owner') && <InviteForm />}
    </Panel>
  );
}

function MemberRow({ member }: { readonly member: Member }) {
  const { storeId, user, may } = useStore();
  const change = useChange(storeId, 'PATCH /members/:user_id');
  const remove = useChange(storeId, 'DELETE /members/:user_id');
  const name = member.name || member.email;
  // An operator owns every store, even one whose list of members does not name them.
  const isFixed = !may('owner') || member.is_operator;
  return (
    <Table.Tr>
      <StackedCell>
        <Text size="sm" fw={500}>
          {name} {member.id === user.id && <span style={{ color: 'var(--quiet)' }}>(you)</span>}
        </Text>
        <Text size="xs" c="dimmed">
          {member.email}
        </Text>
      </StackedCell>
      <StackedCell label="Role">
        {isFixed ? (
          <Text size="sm">{member.is_operator ? 'Operator' : roleWords[member.role].name}</Text>
        ) : (
          <NativeSelect
            size="xs"
            w={110}
            aria-label={`Role of ${name}`}
            data={roleChoices}
            value={member.role}
            disabled={change.isPending}
            onChange={(event) =>
              change.mutate(
                { params: { user_id: member.id }, body: { role: event.currentTarget.value as Role } },
                { onError: noticeFailure },
              )
            }
          />
        )}
      </StackedCell>
      <StackedCell label="Last seen">
        <Text size="sm" c="dimmed">
          {member.last_seen_at === null ? 'Never' : <Ago at={member.last_seen_at} />}
        </Text>
      </StackedCell>
      <StackedCell align="end">
        {!isFixed && (
          <ConfirmButton
            label="Remove"
            ariaLabel={`Remove ${name}`}
            title={`Remove ${name}?`}
            confirmLabel="Remove"
            isPending={remove.isPending}
            onConfirm={() => remove.mutate({ params: { user_id: member.id } }, { onError: noticeFailure })}
          >
            {member.email} can no longer see this store, at once and in every open window. What was done under
            that name stays in the audit log.
          </ConfirmButton>
        )}
      </StackedCell>
    </Table.Tr>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const { storeId, may } = useStore();
  const withdraw = useChange(storeId, 'DELETE /invitations/:id');
  return (
    <Table.Tr>
      <StackedCell>
        <Group gap="xs">
          <Text size="sm">{invitation.email}</Text>
          <Badge variant="light" color="gray" size="sm">
            Invited
          </Badge>
        </Group>
      </StackedCell>
      <StackedCell label="Role">
        <Text size="sm">{roleWords[invitation.role].name}</Text>
      </StackedCell>
      <StackedCell label="Invitation">
        <Text size="sm" c="dimmed">
          Ends <Ago at={invitation.expires_at} />
        </Text>
      </StackedCell>
      <StackedCell align="end">
        {may('owner') && (
          <ConfirmButton
            label="Withdraw"
            ariaLabel={`Withdraw the invitation of ${invitation.email}`}
            title="Withdraw the invitation?"
            confirmLabel="Withdraw"
            isPending={withdraw.isPending}
            onConfirm={() => withdraw.mutate({ params: { id: invitation.id } }, { onError: noticeFailure })}
          >
            The link that {invitation.email} was given stops working.
          </ConfirmButton>
        )}
      </StackedCell>
    </Table.Tr>
  );
}
