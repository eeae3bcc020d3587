import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { AskedPart } from "../../components/AskedPart.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import type { TicketSource } from "../../components/orders/ticket-source.ts";
import { toasts } from "../../components/toasts/toasts.ts";
import { refreshBrokerAtom } from "../../state/account/broker-login.ts";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { type TradeIntent, tradeIntentAtom } from "../../state/account/trading.ts";
import { goAtom } from "../../state/navigation.ts";
import { askLegAtom, isBasketOpenAtom, isBasketSentAtom } from "../../state/orders/basket/basket-atom.ts";
import { openDraftAtom, refreshDraftsAtom } from "../../state/orders/basket/drafts.ts";
import { handoffAtom } from "../../state/orders/basket/handoff.ts";
import { draftNewsAtom, rejectionsAtom } from "../../state/orders/news.ts";
import { BROKER_LOGIN } from "../routing/paths.ts";

const Ticket = lazyPart(() => import("../../components/orders/Ticket.tsx"), "Ticket");
const Basket = lazyPart(() => import("../../components/basket/Basket.tsx"), "Basket");

/**
 * Answers what screens want to trade: with the ticket, with Shift by a leg of the basket, or without a broker by leading to
 * where one is connected.
 */
export function TradeDesk(): ReactNode {
  const [intent, setIntent] = useAtom(tradeIntentAtom);
  const broker = useAtomValue(connectedBrokerAtom);
  const go = useSetAtom(goAtom);
  const ask = useSetAtom(askLegAtom);
  const isBasketOpen = useAtomValue(isBasketOpenAtom);
  const isBasketSent = useAtomValue(isBasketSentAtom);
  const [traded, setTraded] = useState<TradeIntent>();
  const close = useCallback(() => setTraded(undefined), []);
  const refreshBroker = useSetAtom(refreshBrokerAtom);
  const handoff = useAtomValue(handoffAtom);
  const { get } = useStore();
  useEffect(() => {
    if (intent === undefined) return;
    // Answered once: what stood would open an empty ticket wherever the user goes next.
    setIntent(undefined);
    // A ticket stays when the broker's session ends during its press, since it shows what became of the order.
    if (broker && !intent.isLeg) return setTraded((open) => open ?? intent);
    const add = (): void => {
      if (!ask(intent)) toasts.show({ message: "A basket is under way: the leg was not added.", type: "warning" });
    };
    if (broker) return add();
    // Without a broker a basket may still be handed over to one's own page.
    const known = refreshBroker().catch((error: unknown) => console.warn("broker:", error));
    void known.then(() => (get(handoffAtom) === null ? go(BROKER_LOGIN) : add()));
  }, [intent, setIntent, broker, go, ask, refreshBroker, get]);
  const [rejections, setRejections] = useAtom(rejectionsAtom);
  useEffect(() => {
    if (rejections.length === 0) return;
    setRejections([]);
    // Its ticket, if there was one, has said 'Order Placed' and is gone: this stands until it is closed.
    for (const { message, toast } of rejections) toasts.show({ message, type: "error", autoClose: false, ...toast });
  }, [rejections, setRejections]);
  const draftNews = useAtomValue(draftNewsAtom);
  const refreshDrafts = useSetAtom(refreshDraftsAtom);
  const openDraft = useSetAtom(openDraftAtom);
  const told = useRef<number>(undefined);
  /** Its id: what comes while the page opens is in its own question and in that of the news. */
  const toldDraft = useRef<string>(undefined);
  useEffect(() => {
    // What came while no page was open is told by the next one of who can send it.
    if (draftNews === told.current || (draftNews === 0 && !broker)) return;
    told.current = draftNews;
    const asked = refreshDrafts().then(([draft]) => {
      if (draft?.openedAt !== null || draft.id === toldDraft.current) return;
      toldDraft.current = draft.id;
      const run = (): void => {
        if (!broker && !handoff) go(BROKER_LOGIN);
        else if (!openDraft(draft))
          toasts.show({ message: "A basket is under way: the draft was not opened.", type: "warning" });
      };
      const message = `${draft.hook}: a draft waits${draft.note && `, "${draft.note}"`}. Nothing is sent before you do.`;
      toasts.show({ message, autoClose: false, action: { label: "Open", run } });
    });
    asked.catch((error: unknown) => console.warn("drafts:", error));
  }, [draftNews, refreshDrafts, openDraft, broker, handoff, go]);
  const source = useMemo((): TicketSource | undefined => {
    if (!traded) return undefined;
    const { side, isLeg: _, start, gtt, ...contract } = traded;
    return { kind: "new", contract, side: side === "B" ? 1 : -1, start, gtt };
  }, [traded]);
  return (
    <>
      <AskedPart>{source ? <Ticket source={source} onClose={close} /> : undefined}</AskedPart>
      <AskedPart>{isBasketOpen && (broker || handoff || isBasketSent) ? <Basket /> : undefined}</AskedPart>
    </>
  );
}
