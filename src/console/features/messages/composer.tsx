import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import { useEffect, useEffectEvent, useMemo, useState, type KeyboardEvent } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useMessages } from '#console/api/access.ts';
import type { Outgoing } from '#console/api/message-client.ts';
import { useOptOuts } from '#console/api/opt-outs.ts';
import { useForbidden } from '#console/api/permission.ts';
import { Restored } from '#console/domain/write/restored.tsx';
import { useDraft } from '#console/session/drafts.ts';
import type { Handover } from '#console/session/message-handover.ts';
import { TwoColumns } from '#kit/ui/group.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Section } from '#kit/ui/section.tsx';
import { checkDraft, checkRecipients, isCheckReady } from './check.ts';
import { MessageConfirm } from './confirm.tsx';
import { chosenOf, emptyDraft, isSettled, itemOf, type MessageDraft, type Recipient } from './draft.ts';
import { fieldId } from './field.tsx';
import { MessageFoot } from './foot.tsx';
import { matchingTemplate } from './matching-template.ts';
import { MessageOptions } from './options.tsx';
import { MessageOutcome } from './outcome.tsx';
import { MessagePreview } from './preview.tsx';
import { MessageRecipients } from './recipients.tsx';
import { rowInput } from './rows.tsx';
import { returnedRecipients, useSending } from './sending.ts';
import { TemplateFields } from './template.tsx';
import { focusTo, RecipientsField } from './to.tsx';
import { useContractFields } from './use-contract-fields.ts';
import { useInitialRecipients } from './use-initial-recipients.ts';

const who = ({ client, contract }: Recipient) => (client === undefined ? undefined : `${client}\n${contract ?? ''}`);

/** A template message to one or many: write, check, send, results. */
export function MessageComposer() {
  const config = useMessages();
  const form = useForm<MessageDraft>({ defaultValues: emptyDraft(config) });
  const draftKept = useDraft('messages', form);
  const draft = useWatch({ control: form.control }) as MessageDraft;
  const sending = useSending(form);
  const fillFromContracts = useContractFields();
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
    if (current) form.setValue('recipients', returnedRecipients(current));
  }, [form]);
  const add = (more: readonly Recipient[], about?: Handover['about']) => {
    const template = about && matchingTemplate(form.getValues(), about, config.templates);
    for (const [fieldName, value] of Object.entries(template ?? {}))
      form.setValue(fieldName as keyof MessageDraft, value, { shouldDirty: true });
    const current = form.getValues('recipients') ?? [];
    const there = new Set(current.map(who));
    const added = more.filter((it) => it.client === undefined || !there.has(who(it)));
    setRecipients([...current, ...added]);
    void fillFromContracts(added, (id, fields) =>
      setRecipients(
        (form.getValues('recipients') ?? []).map((it) =>
          it.id === id ? { ...it, fields: { ...fields, ...it.fields } } : it,
        ),
      ),
    );
  };
  const addressed = useInitialRecipients(add);

  const chosen = useMemo(() => chosenOf(draft, config.templates), [draft, config.templates]);
  const optOuts = useOptOuts().data;
  const checks = useMemo(
    () => checkRecipients(draft, chosen, config.dialCode, new Set(optOuts?.OptOuts.map((it) => it.ClientNumber))),
    [draft, chosen, config.dialCode, optOuts],
  );
  const faults = isChecked ? checkDraft(draft, chosen) : {};
  const open = recipients.filter((it) => !isSettled(it));
  const ready = open.filter((it) => isCheckReady(checks.get(it.id)));
  const unknown = recipients.filter((it) => it.attempt?.deliveryStatus === 'unknown');
  const isRunning = sending.round?.isRunning ?? false;

  const isDone = recipients.length > 0 && open.length === 0 && unknown.length === 0 && !isRunning;
  const { clear } = draftKept;
  useEffect(() => {
    if (isDone) clear();
  }, [isDone, clear]);

  const review = () => {
    setChecked(true);
    const [first] = Object.keys(checkDraft(draft, chosen));
    if (recipients.length === 0) return focusTo();
    if (first) return document.getElementById(fieldId(first as keyof MessageDraft))?.focus();
    if (ready.length === 0) return rowInput(open[0])?.focus();
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
  // Asks for the username and password again.
  const { refused } = sending;
  const askAgain = useEffectEvent(() => {
    if (ready.length > 0) review();
    else if (unknown.length > 0) ask();
  });
  useEffect(() => {
    if (refused) askAgain();
  }, [refused]);
  const restart = () => {
    focusTo();
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
        {draftKept.restored && <Restored onDiscard={restart} />}
        <TwoColumns aside={<MessagePreview draft={draft} chosen={chosen} at={at} onChange={setAt} />}>
          <Stack spacing={2}>
            <Paper component="section" variant="outlined" aria-label="Recipients" sx={{ p: 2 }}>
              <RecipientsField
                recipients={recipients}
                dialCode={config.dialCode}
                isLooking={addressed.isLooking}
                left={addressed.left}
                onAdd={add}
                onLook={addressed.look}
              />
            </Paper>
            <TemplateFields chosen={chosen} faults={faults} />
            {recipients.length > 0 && (
              <Section title="Words for each client">
                <MessageRecipients
                  draft={draft}
                  chosen={chosen}
                  checks={checks}
                  isChecked={isChecked}
                  onChange={setRecipients}
                  at={at}
                  onPreview={setAt}
                />
              </Section>
            )}
            <MessageOptions faults={faults} />
          </Stack>
        </TwoColumns>
        <MessageOutcome recipients={recipients} sending={sending} onAsk={ask} />
        {isChecked && ready.length === 0 && open.length === recipients.length && (
          <Notice tone="error">
            {recipients.length === 0 ? 'Add at least one recipient.' : 'Every recipient needs fixing first.'}
          </Notice>
        )}
        <MessageFoot
          from={draft.from}
          count={ready.length}
          isRunning={isRunning}
          isDone={isDone}
          onSend={review}
          onNew={restart}
        />
      </Stack>
      {going && (
        <MessageConfirm
          items={[...going.items.values()]}
          isAgain={going.isAgain}
          isRefused={refused !== undefined}
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
