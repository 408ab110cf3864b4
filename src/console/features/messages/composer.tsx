import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useConfig } from '#console/api/config.ts';
import { useMessageUser, type Outgoing } from '#console/api/message-client.ts';
import { useForbidden } from '#console/api/permission.ts';
import { ActionButton } from '#console/kit/list/action-button.tsx';
import { TwoColumns } from '#console/kit/ui/group.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { useDraft } from '#console/session/drafts.ts';
import type { Handover } from '#console/session/message-handover.ts';
import { AddRecipients } from './add-recipients.tsx';
import { checkDraft, checkRecipients, isReady } from './check.ts';
import { MessageConfirm } from './confirm.tsx';
import { chosenOf, emptyDraft, isSettled, itemOf, type MessageDraft, type Recipient } from './draft.ts';
import { fieldId } from './field.tsx';
import { withTemplate } from './matching-template.ts';
import { MessageOptions } from './options.tsx';
import { MessageOutcome } from './outcome.tsx';
import { maxRecipients } from './paste.ts';
import { MessagePreview } from './preview.tsx';
import { MessageRecipients } from './recipients.tsx';
import { rowInput } from './rows.tsx';
import { returned, useSending } from './sending.ts';
import { MessageSignIn } from './sign-in.tsx';
import { TemplateFields, ValueFields } from './template.tsx';
import { useInitialRecipients } from './use-initial-recipients.ts';

const who = ({ client, contract }: Recipient) => (client === undefined ? undefined : `${client}\n${contract ?? ''}`);

/** A template message to one or many: write, check, send, results. */
export function MessageComposer() {
  const { messages: config } = useConfig();
  const form = useForm<MessageDraft>({ defaultValues: emptyDraft(config) });
  const draftKept = useDraft('messages', form);
  const draft = useWatch({ control: form.control }) as MessageDraft;
  const sending = useSending(form);
  const user = useMessageUser();
  // The head of the page says why (Forbidden).
  const isForbidden = useForbidden('templateSend') !== undefined;
  const [at, setAt] = useState(0);
  const [isChecked, setChecked] = useState(false);
  const [going, setGoing] = useState<{ items: Map<string, Outgoing>; isAgain: boolean }>();

  const recipients = draft.recipients ?? [];
  const setRecipients = (next: readonly Recipient[]) =>
    form.setValue('recipients', next.length > 0 ? [...next] : undefined, { shouldDirty: true });
  useEffect(() => {
    const current = form.getValues('recipients');
    if (current) form.setValue('recipients', returned(current));
  }, [form]);
  const add = (more: readonly Recipient[], about?: Handover['about']) => {
    const template = about && withTemplate(form.getValues(), about, config.templates);
    for (const [fieldName, value] of Object.entries(template ?? {}))
      form.setValue(fieldName as keyof MessageDraft, value, { shouldDirty: true });
    const current = form.getValues('recipients') ?? [];
    const there = new Set(current.map(who));
    setRecipients([...current, ...more.filter((it) => it.client === undefined || !there.has(who(it)))]);
  };
  const addressed = useInitialRecipients(add);

  const chosen = useMemo(() => chosenOf(draft, config.templates), [draft, config.templates]);
  const checks = useMemo(() => checkRecipients(draft, chosen, config.dialCode), [draft, chosen, config.dialCode]);
  const faults = isChecked ? checkDraft(draft, chosen) : {};
  const open = recipients.filter((it) => !isSettled(it));
  const ready = open.filter((it) => isReady(checks.get(it.id)));
  const unknown = recipients.filter((it) => it.attempt?.deliveryStatus === 'unknown');
  const isRunning = sending.round?.isRunning ?? false;
  const isSignedIn = config.credentials === 'server' || user !== undefined;

  const isDone = recipients.length > 0 && open.length === 0 && unknown.length === 0 && !isRunning;
  const { clear } = draftKept;
  const isStored = isDone && draft.newNumbers === '' && draft.newClients === '';
  useEffect(() => {
    if (isStored) clear();
  }, [isStored, clear]);

  const review = () => {
    setChecked(true);
    const [first] = Object.keys(checkDraft(draft, chosen));
    const wrong = first ? fieldId(first as keyof MessageDraft) : isSignedIn ? undefined : 'message-username';
    if (wrong) return document.getElementById(wrong)?.focus();
    if (ready.length === 0) return (rowInput(open[0]) ?? document.getElementById('message-list'))?.focus();
    setGoing({
      items: new Map(ready.map((it) => [it.id, itemOf(draft, it, chosen, config.dialCode)])),
      isAgain: false,
    });
  };
  const ask = () =>
    setGoing({
      items: new Map(unknown.flatMap((it) => (it.attempt ? [[it.id, it.attempt.item] as const] : []))),
      isAgain: true,
    });
  // The focused element is removed or disabled when sending starts and ends.
  const foot = useRef<HTMLDivElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    const active = document.activeElement;
    const isLost = !active || active === document.body || active === foot.current || active.matches(':disabled');
    if (isLost && isRunning) foot.current?.focus();
    if (isLost && wasRunning.current && !isRunning) foot.current?.querySelector('button')?.focus();
    wasRunning.current = isRunning;
  }, [isRunning]);
  const restart = () => {
    document.getElementById(fieldId('from'))?.focus();
    setChecked(false);
    setAt(0);
    draftKept.discard();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isRunning || going || isForbidden) return;
    event.preventDefault();
    review();
  };

  return (
    <FormProvider {...form}>
      <Stack spacing={3} onKeyDown={onKeyDown}>
        {draftKept.restored && (
          <Notice
            tone="info"
            role="status"
            action={
              <Button color="inherit" size="small" onClick={restart}>
                Discard
              </Button>
            }
          >
            Restored what you typed
          </Notice>
        )}
        {!isForbidden && <MessageSignIn isRefused={sending.refused !== undefined} />}
        <TwoColumns aside={<MessagePreview draft={draft} chosen={chosen} at={at} onChange={setAt} />}>
          <TemplateFields chosen={chosen} faults={faults} />
          <ValueFields count={chosen.count} recipients={recipients} />
          <MessageOptions faults={faults} />
        </TwoColumns>
        <Section title="Recipients">
          <Stack spacing={3}>
            <AddRecipients
              remaining={maxRecipients - recipients.length}
              isLooking={addressed.isLooking}
              left={addressed.left}
              onAdd={add}
              onClients={addressed.look}
            />
            <MessageRecipients
              draft={draft}
              chosen={chosen}
              checks={checks}
              isChecked={isChecked}
              onChange={setRecipients}
              onPreview={setAt}
            />
          </Stack>
        </Section>
        <MessageOutcome recipients={recipients} sending={sending} onAsk={ask} />
        {isChecked && ready.length === 0 && open.length === recipients.length && (
          <Notice tone="error">
            {recipients.length === 0 ? 'Add at least one recipient.' : 'Every recipient needs fixing first.'}
          </Notice>
        )}
        <Box
          ref={foot}
          tabIndex={-1}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', outline: 'none' }}
        >
          {isDone ? (
            <Button variant="contained" onClick={restart}>
              New message
            </Button>
          ) : (
            <ActionButton operation="templateSend" variant="contained" loading={isRunning} onClick={review}>
              {ready.length === 1 ? 'Send 1 message' : `Send ${ready.length || ''} messages`}
            </ActionButton>
          )}
        </Box>
      </Stack>
      {going && (
        <MessageConfirm
          items={[...going.items.values()]}
          isAgain={going.isAgain}
          notSent={going.isAgain ? 0 : open.length - ready.length}
          onClose={() => setGoing(undefined)}
          onSend={() => {
            setGoing(undefined);
            void sending.send(going.items);
          }}
        />
      )}
    </FormProvider>
  );
}
