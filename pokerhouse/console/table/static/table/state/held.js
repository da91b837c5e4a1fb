/** What lies before a seat: how many cards, which of them open, and whose faces are known. */

const FIRST_UP = 2; // stud: two down, then the open ones, the last one down again

/**
 * Return a seat's cards in the order in which they came.
 *
 * @param {object | null} hand `hand` of a table's state
 * @param {object | undefined} dealt the seat in it
 * @param {{seat: number, cards: (string | null)[], positions?: number[]} | null} own the viewer's
 *   cards, if the seat is his
 * @returns {{card: string | null, isUp: boolean, position: number | null}[]} `isUp`: everybody
 *   sees it
 */
export function heldBy(hand, dealt, own) {
  const peeked = own?.cards ?? [];
  if (!dealt || dealt.status === "folded") {
    return hand && !hand.is_over ? cardsOf(peeked, own, []) : [];
  }
  const { cards, upcards = [] } = dealt;
  if (cards.length) return cardsOf(cards, null, upcards);
  if (peeked.length) return cardsOf(peeked, own, upcards);
  if (hand.is_over) return [];
  const faces = Array(dealt.card_count).fill(null);
  faces.splice(FIRST_UP, upcards.length, ...upcards);
  return cardsOf(faces, null, upcards);
}

function cardsOf(faces, own, upcards) {
  const isUp = (at) => at >= FIRST_UP && at < FIRST_UP + upcards.length;
  return faces.map((card, at) => ({ card, isUp: isUp(at), position: own?.positions?.[at] ?? null }));
}
