/** Parts of answers that several resources share. */
import { Type } from 'typebox';

/** An answer that only says what was done. */
export const MessageSchema = Type.Object({ message: Type.String() }, { $id: 'Message' });

/** Damaged rows that a list leaves out; `plural` names the resource. */
export function unreadableOf(plural: string) {
  return Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), message: Type.String() }), {
      description: `The ${plural} that cannot be read. Absent if all can be read.`,
    }),
  );
}
