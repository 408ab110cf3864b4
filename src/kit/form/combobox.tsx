import { styled } from '@mui/material/styles';
import {
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { Popover } from '#kit/ui/popover.tsx';
import { folded } from '#rules/search-text.ts';
import type { Option } from './field-options.ts';
import { isExactly, matchingOptions } from './matching.ts';
import { PlainInput, selectArrow } from './plain-field.tsx';

const List = styled(Popover)(({ theme }) => {
  const { palette } = theme.vars;
  return {
    padding: 4,
    maxHeight: 'min(40vh, 320px)',
    '& > ul': { margin: 0, padding: 0, listStyle: 'none' },
    '& [role=option]': { padding: '6px 10px', borderRadius: 6, cursor: 'pointer', overflowWrap: 'anywhere' },
    '& [role=option]:hover': { background: palette.action.hover },
    '& [role=option][data-active]': {
      background: palette.action.selected,
      outline: `2px solid ${palette.primary.main}`,
      outlineOffset: -2,
    },
    '& [role=option] > small': { display: 'block', color: palette.text.secondary, fontSize: '0.75rem' },
    '& [data-last]': { color: palette.primary.main, fontWeight: 600 },
    '& [role=presentation]': { padding: '8px 10px 2px', color: palette.text.secondary, fontSize: '0.75rem' },
    [theme.breakpoints.down('sm')]: { '& [role=option]': { minHeight: 44, boxSizing: 'border-box' } },
  };
});

/** For records that are found, not chosen from a short list. */
const magnifier = {
  ...selectArrow,
  backgroundImage:
    "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20' fill='none' stroke='%237a8696' stroke-width='1.75' stroke-linecap='round'%3E%3Cpath d='M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12M13.5 13.5 17.5 17.5'/%3E%3C/svg%3E\")",
} as const;

interface Props extends Pick<
  ComponentProps<typeof PlainInput>,
  'label' | 'hint' | 'error' | 'isWrong' | 'name' | 'required' | 'disabled' | 'autoFocus'
> {
  /** All options; with `onSearch`, those found for the text. */
  options: readonly Option[];
  /** The text of the current value. */
  text: string;
  /** For options that the caller searches. */
  onSearch?(text: string): void;
  onChoose(option: Option): void;
  /** The typed text matches no option; '' if empty. */
  onText(text: string): void;
  /** An action at the end of the list. Typed text never selects it. */
  last?: { label: string; onChoose(): void };
  /** While loading, typed text is kept and matched later. */
  isComing?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?(): void;
}

/**
 * Typing filters by name or code. Enter and Tab take the active option: the first match, or the one whose code is
 * typed. Escape closes the list; then Enter and Tab keep the text.
 */
export function Combobox(props: Props) {
  const {
    label,
    options,
    text,
    onSearch,
    onChoose,
    onText,
    last,
    isComing = false,
    inputRef,
    onBlur,
    ...field
  } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState<number>();
  const [isEarly, setEarly] = useState(false);
  const shown = !isOpen ? [] : onSearch ? options : matchingOptions(options, typed ?? '');
  const count = shown.length + (isOpen && last ? 1 : 0);
  const active = marked ?? (typed?.trim() ? 0 : undefined);

  useLayoutEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  // A changed text (a number gets its name) remains selected, so that typing replaces it.
  const reselect = useEffectEvent(() => {
    const input = frame.current?.querySelector('input');
    if (typed === undefined && input === document.activeElement) input?.select();
  });
  useLayoutEffect(() => reselect(), [text]);

  const close = () => {
    setOpen(false);
    setTyped(undefined);
    setMarked(undefined);
    setEarly(false);
  };
  const choose = (option: Option) => {
    close();
    onChoose(option);
  };
  const take = (whole: string) => {
    const own = options.find((it) => isExactly(it, folded(whole.trim())));
    if (own) onChoose(own);
    else onText(whole.trim());
  };
  const settle = () => {
    if (last && marked === shown.length) {
      close();
      return last.onChoose();
    }
    const option = active === undefined ? undefined : shown[active];
    if (option && (typed !== undefined || marked !== undefined)) return choose(option);
    if (isComing && typed?.trim()) {
      setOpen(false);
      return setEarly(true);
    }
    if (typed !== undefined) take(typed);
    close();
  };
  const takeEarly = useEffectEvent(() => {
    // No options at all: they could not be read. Found options may be none.
    if (!isEarly || isComing || (options.length === 0 && !onSearch) || typed === undefined) return;
    const [option] = onSearch ? options : matchingOptions(options, typed);
    if (option) return choose(option);
    take(typed);
    close();
  });
  // Before `aria-busy` ends: a form that waits for it reads the value then.
  useLayoutEffect(() => takeEarly(), [isComing, options]);
  const move = (by: number) => {
    if (!isOpen) {
      setOpen(true);
      const chosen = onSearch ? -1 : matchingOptions(options, '').findIndex((it) => it.label === text);
      return setMarked(Math.max(chosen, 0));
    }
    const from = marked ?? active ?? (by > 0 ? -1 : 0);
    if (count > 0) setMarked((from + by + count) % count);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isSubmit = event.ctrlKey || event.metaKey;
    // Before the focus moves: the choice may add the fields that come next.
    if (event.key === 'Tab') return settle();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Escape' && (isOpen || typed !== undefined)) {
      event.stopPropagation();
      if (!isOpen) close();
      setOpen(false);
      setMarked(undefined);
    } else if (event.key === 'Enter' && (isOpen || typed !== undefined)) {
      settle();
      // The next Enter submits the form, or Ctrl with Enter immediately.
      if (isSubmit) return;
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };

  return (
    <PlainInput
      {...field}
      ref={inputRef}
      frameRef={frame}
      id={id}
      label={label}
      value={typed ?? text}
      onChange={({ target }) => {
        setTyped(target.value);
        setMarked(undefined);
        setEarly(false);
        setOpen(true);
        onSearch?.(target.value);
      }}
      onFocus={({ target }) => target.select()}
      onClick={() => setOpen(true)}
      onBlur={() => {
        settle();
        onBlur?.();
      }}
      onKeyDown={onKeyDown}
      role="combobox"
      aria-busy={isEarly && isComing ? true : undefined}
      style={onSearch ? magnifier : selectArrow}
      aria-expanded={count > 0}
      aria-controls={`${id}-list`}
      aria-autocomplete="list"
      aria-activedescendant={isOpen && active !== undefined ? `${id}-${active}` : undefined}
      end={
        count > 0 && (
          <List
            ref={list}
            popover="manual"
            align="both"
            anchor={() => frame.current?.querySelector('input')?.getBoundingClientRect()}
          >
            <ul id={`${id}-list`} role="listbox" aria-label={label}>
              {shown.map((option, index) => [
                option.group !== undefined && option.group !== shown[index - 1]?.group && (
                  <li key={option.group} role="presentation">
                    {option.group}
                  </li>
                ),
                <li
                  key={option.code}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  data-active={index === active ? '' : undefined}
                  // Before the input's blur, which would take the typed text.
                  onMouseDown={(event) => {
                    event.preventDefault();
                    choose(option);
                  }}
                >
                  {option.label}
                  {option.about && <small>{option.about}</small>}
                </li>,
              ])}
              {last && (
                <li
                  id={`${id}-${shown.length}`}
                  role="option"
                  aria-selected={marked === shown.length}
                  data-active={marked === shown.length ? '' : undefined}
                  data-last=""
                  onMouseDown={(event) => {
                    event.preventDefault();
                    close();
                    last.onChoose();
                  }}
                >
                  {last.label}
                </li>
              )}
            </ul>
          </List>
        )
      }
    />
  );
}
