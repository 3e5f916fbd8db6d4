import assert from "node:assert/strict";
import { test } from "node:test";
import { equalPages, gridFor, letterOf, rangesOf, sortedFor } from "../../static/js/roles/paging.js";

test("pages have one length, and the last is never half empty", () => {
  assert.deepEqual(equalPages(500, 60), { pages: 9, each: 56 });
  assert.deepEqual(equalPages(61, 60), { pages: 2, each: 31 });
  assert.deepEqual(equalPages(60, 60), { pages: 1, each: 60 });
  assert.deepEqual(equalPages(0, 60), { pages: 1, each: 1 });
  assert.deepEqual(equalPages(10_112, 60), { pages: 169, each: 60 });
  assert.deepEqual(equalPages(3, 0), { pages: 3, each: 1 });
});

test("few stand in fewer columns, and no column is empty", () => {
  const most = { columns: 4, rows: 15 };
  assert.deepEqual(gridFor(60, most), { columns: 4, rows: 15 });
  assert.deepEqual(gridFor(12, most), { columns: 2, rows: 6 });
  assert.deepEqual(gridFor(1, most), { columns: 1, rows: 1 });
  for (let count = 1; count <= 60; count += 1) {
    const { columns, rows } = gridFor(count, most);
    assert.ok(columns * rows >= count && rows <= 15 && (columns - 1) * rows < count, `${count}: ${columns} × ${rows}`);
  }
});

test("names stand where the reader of the language looks", () => {
  const names = ["Zeca", "Ícaro", "iara", "Ivo", "Ñusta", "Nélio", "Ana 10", "Ana 9"];
  assert.deepEqual(sortedFor(names, (name) => name, "pt-BR"), ["Ana 9", "Ana 10", "iara", "Ícaro", "Ivo", "Nélio", "Ñusta", "Zeca"]);
  assert.equal(letterOf("Érica"), "E");
  assert.equal(letterOf(" çelik"), "C");
  assert.equal(letterOf(""), "");
});

test("a tab of the list says where its page ends and the next begins", () => {
  assert.deepEqual(rangesOf([["Cláudia Ramalho", "Fabrício"]]), [["Clá", "Fab"]]);
  assert.deepEqual(rangesOf([["Jó Sá"]]), [["Jó", "Jó"]]);
  assert.deepEqual(rangesOf([[]]), [["", ""]]);
  // the end of one and the beginning of the next are never one word
  assert.deepEqual(rangesOf([["Ana", "Flaviano"], ["Flávio", "Lea"], ["Leandro", "Zeca"]]), [["Ana", "Flavia"], ["Flávio", "Lea"], ["Lean", "Zec"]]);
  assert.deepEqual(rangesOf([["Ana", "João"], ["JOAO Paulo", "Zeca"]]), [["Ana", "João"], ["JOAO P", "Zec"]]);
  assert.deepEqual(rangesOf([["Ana", "Ivo Reis"], ["Ivo Sá", "Zeca"]]), [["Ana", "Ivo R"], ["Ivo S", "Zec"]]);
  // never longer than its tab has room for
  assert.deepEqual(rangesOf([["Ana", "Maria Fernanda Lima"], ["Maria Fernanda Melo", "Zeca"]]), [["Ana", "Maria Fern"], ["Maria Fern", "Zec"]]);
});
