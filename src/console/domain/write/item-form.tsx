import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { FormProvider, useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { listOf, type Json } from '#answers/error-body.ts';
import { isAccepted } from '#answers/send/results.ts';
import type { CallOutcome as Answered } from '#console/api/client.ts';
import { isUnknown } from '#console/api/errors.ts';
import { useForbidden } from '#console/api/permission.ts';
import { endedCalls, isSavedAs } from '#console/domain/outbox/sent-calls.ts';
import type { Write } from '#console/domain/outbox/use-write.ts';
import { Outcome } from '#console/domain/outcome/outcome.tsx';
import { maskedReasons } from '#console/domain/outcome/support-text.ts';
import { useDraft } from '#console/session/drafts.ts';
import type { Fault } from '#contract/operation.ts';
import type { WriteName } from '#contract/operations.ts';
import { operations, type Input } from '#contract/operations.ts';
import { useStore } from '#kit/base/store.ts';
import { clampedText, faultAtField } from '#kit/form/fault-text.ts';
import { CheckedMessage } from '#kit/form/form-message.tsx';
import { resolverOf } from '#kit/form/resolve.ts';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { AwaitingRelease, isAwaitingRelease } from './awaiting.tsx';
import { FormActions } from './form-actions.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { Restored } from './restored.tsx';

interface Props<N extends WriteName> {
  operation: N;
  defaultValues?: { [W in keyof Input<N>]?: unknown };
  /** An emptied field is present, as undefined. */
  onSubmit(item: Input<N>, form: UseFormReturn): void | Promise<void>;
  submitLabel: string;
  /** What `onSubmit` needs is being read. */
  isReading?: boolean;
  submitColor?: 'primary' | 'error';
  write: Pick<Write<N>, 'isPending' | 'isAgain' | 'error' | 'data' | 'variables'>;
  /** From the page's own checks. */
  faults?: readonly Fault[];
  /** Stores a draft under this key, without sensitive fields. */
  draftKey?: string;
  children: ReactNode;
  /** A page, or a function that closes the surrounding dialog. */
  onCancel?: string | (() => void);
  cancelLabel?: string;
}

const none: readonly Fault[] = [];

const hasComing = (form: HTMLFormElement) => form.querySelector('[role=combobox][aria-busy=true]') !== null;

/** Resolves once no field waits for the options that its typed text is matched with. */
const optionsCame = (form: HTMLFormElement) =>
  new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (hasComing(form)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(form, { subtree: true, attributeFilter: ['aria-busy'] });
  });

/**
 * A form for one item, checked against the operation's input before sending. The first wrong field takes the focus, and
 * the footer counts all. Ctrl or Cmd with Enter submits.
 */
export function ItemForm<N extends WriteName>(props: Props<N>) {
  const { operation, onSubmit, submitLabel, submitColor, write, draftKey, children, onCancel, cancelLabel } = props;
  const { error } = write;
  const [isWaiting, setWaiting] = useState(false);
  const pending = write.isPending || isWaiting || props.isReading === true;
  const resolver = useMemo(() => resolverOf<FieldValues>(operations[operation].input), [operation]);
  const form = useForm<FieldValues>({
    defaultValues: props.defaultValues as DefaultValues<FieldValues> | undefined,
    resolver,
    // Not on blur: a message would move the button away from under the click. Unreadable text is reported while typing,
    // the rest on submit and then on change.
    mode: 'onSubmit',
  });
  const draft = useDraft(draftKey, form);
  const ended = useStore(endedCalls);
  const { restored, discard } = draft;
  useEffect(() => {
    if (restored && ended.some((it) => isSavedAs(it, operation, form.getValues()))) discard();
  }, [restored, discard, ended, operation, form]);
  // The page shows the reason (`Forbidden`).
  const isForbidden = useForbidden(operation) !== undefined;
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const sent = write.variables;
  const isNotAccepted = write.data !== undefined && !isAccepted(write.data.results);
  const faults = error?.faults ?? props.faults ?? write.data?.results.items[0]?.reasons ?? none;

  // It waits for a second person: nothing to send until the next edit.
  const [isStored, setStored] = useState(false);
  // Saved: leave without confirmation.
  const isDone = useRef(false);
  // react-hook-form updates only the state that was read during a render.
  void form.formState.isDirty;

  // The form unmounts on success, so the mutation itself clears the draft.
  const client = useQueryClient();
  const { clear } = draft;
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation, ...event }) => {
        const isMine = mutation?.options.mutationKey?.[0] === operation;
        if (type !== 'updated' || !isMine || !('action' in event) || event.action.type !== 'success') return;
        const { results } = event.action.data as Answered<N>;
        // Stored as a request: nothing is left to send.
        if (isAwaitingRelease(results)) setStored(true);
        else if (isAccepted(results)) isDone.current = true;
        else return;
        clear();
      }),
    [client, operation, clear],
  );

  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    for (const fault of maskedReasons(faults, listOf(sent) as Json[]))
      if (fault.Field) form.setError(fault.Field, { type: fault.Code, message: clampedText(faultAtField(fault)) });
    const first = faults.find(({ Field }) => Field && element.current?.elements.namedItem(Field));
    if (first?.Field) form.setFocus(first.Field);
  }, [faults, sent, form]);

  // Validates values set by the page (a bank's only branch) like typed ones.
  useEffect(() => {
    let before = { ...form.getValues() };
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const changed = Object.keys(values).filter(
          (name) => !Object.is(values[name], before[name]) && form.getFieldState(name).error,
        );
        before = { ...values };
        if (changed.length > 0) void form.trigger(changed);
      },
    });
  }, [form]);

  const check = form.handleSubmit(
    (item) => {
      setWrong([]);
      // Checked by the resolver.
      return onSubmit(item as Input<N>, form);
    },
    (errors) => setWrong(Object.keys(errors)),
  );
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (element.current && hasComing(element.current)) {
      setWaiting(true);
      await optionsCame(element.current);
      setWaiting(false);
    }
    await check();
  };
  // Nothing to cancel once it is saved, or may be.
  const leaveLabel = isStored || isUnknown(error) ? 'Close' : (cancelLabel ?? 'Cancel');
  const isShut = isForbidden || isStored;
  const isBlocking = () => form.formState.isDirty && !isDone.current && !write.isPending && !isStored;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || pending || isShut) return;
    void submit(event);
  };

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        ref={element}
        noValidate
        onSubmit={(event) => void submit(event)}
        onKeyDown={onKeyDown}
        onChange={() => setStored(false)}
      >
        <Stack spacing={3}>
          {draft.restored && <Restored onDiscard={draft.discard} />}
          {children}
          <FormActions
            notes={
              write.data && isAwaitingRelease(write.data.results) ? (
                <AwaitingRelease results={write.data.results} />
              ) : (
                (error !== null || isNotAccepted) && (
                  <Outcome operation={operation} sent={sent} result={write.data} error={error} />
                )
              )
            }
          >
            <CheckedMessage fieldNames={wrong} faults={props.faults ?? none} />
            {typeof onCancel === 'string' && (
              <Button component={Link} to={onCancel}>
                {leaveLabel}
              </Button>
            )}
            {typeof onCancel === 'function' && leaveLabel !== 'Close' && (
              <Button onClick={onCancel}>{leaveLabel}</Button>
            )}
            <SaveButton
              type="submit"
              color={submitColor}
              isSaving={pending}
              saving={write.isAgain ? 'No answer yet, asking again…' : write.isPending ? undefined : 'Checking…'}
              disabled={isShut}
              aria-keyshortcuts="Control+Enter Meta+Enter"
            >
              {submitLabel}
            </SaveButton>
          </FormActions>
        </Stack>
      </Box>
      <LeaveDialog isKept={draftKey !== undefined} isBlocking={isBlocking} />
    </FormProvider>
  );
}
