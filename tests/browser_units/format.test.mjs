import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { bigBlinds, chips, countdown, dayAndTime, grouped, hundredths, money, moneyShort, ordinal, timeOfDay, weekday } from "../../static/js/format.js";

test("money as the server writes it", () => {
  assert.equal(money(123450, "BRL", "pt-br"), "R$\u00a01.234,50");
  assert.equal(money(123450, "EUR", "pt"), "1\u00a0234,50\u00a0€");
  assert.equal(money(123450, "BRL", "en"), "R$1,234.50");
  assert.equal(money(-5, "BRL", "pt-br"), "\u2212R$\u00a00,05");
  assert.equal(moneyShort(30000000, "BRL", "pt-br"), "R$\u00a0300.000");
  assert.equal(moneyShort(30000050, "BRL", "pt-br"), "R$\u00a0300.000,50");
  assert.deepEqual(["pt-br", "pt", "en"].map((language) => hundredths(100050, language)), ["1.000,50", "1\u00a0000,50", "1,000.50"]);
});

test("a place in English has its sign after the number, elsewhere the sentence has it", () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111, 1012].map((place) => ordinal(place, "en")), ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "103rd", "111th", "1,012th"]);
  assert.deepEqual(["pt-br", "pt"].map((language) => ordinal(1012, language)), ["1.012", "1\u00a0012"]);
});

test("chips are grouped, M only above seven digits", () => {
  assert.equal(chips(9_999_999, "pt-br"), "9.999.999");
  assert.equal(chips(45_675_000, "pt-br"), "45,67\u00a0M");
  assert.equal(chips(45_600_000, "pt-br"), "45,6\u00a0M");
  assert.equal(chips(2_610_000_000, "pt-br"), "2.610\u00a0M");
  assert.equal(chips(0, "en"), "0");
  assert.equal(chips(-12_345_678, "en"), "\u221212.34\u00a0M");
  assert.equal(chips(-1500, "en"), "\u22121,500");
  assert.equal(grouped(1234567, "pt"), "1\u00a0234\u00a0567");
});

test("a countdown shows a second until it is over", () => {
  assert.equal(countdown(0), "0:00");
  assert.equal(countdown(1), "0:01");
  assert.equal(countdown(59_001), "1:00");
  assert.equal(countdown(3_725_000), "1:02:05");
});

test("just after midnight it is 00:05, in every language", () => {
  for (const language of ["pt-BR", "pt-PT", "en"]) assert.equal(timeOfDay(Date.UTC(2026, 10, 22, 3, 5), "America/Sao_Paulo", language), "00:05");
});

test("chips, money and big blinds as the server writes them", () => {
  const table = JSON.parse(readFileSync(new URL("../number_cases.json", import.meta.url), "utf8"));
  assert.deepEqual(Object.keys(table), ["pt-br", "pt", "en"]);
  for (const [language, cases] of Object.entries(table)) {
    for (const [count, said] of cases.chips) assert.equal(chips(count, language), said);
    for (const [count, said] of cases.grouped) assert.equal(grouped(count, language), said);
    for (const [cents, currency, said] of cases.money) assert.equal(money(cents, currency, language), said);
    for (const [cents, currency, said] of cases.short) assert.equal(moneyShort(cents, currency, language), said);
    for (const [count, blind, said] of cases.big_blinds) assert.equal(`${bigBlinds(count / blind, 100, language)} BB`, said);
  }
});

test("a day with its weekday, and its hour behind a comma, as the server writes them", () => {
  const table = JSON.parse(readFileSync(new URL("../number_cases.json", import.meta.url), "utf8"));
  for (const [language, cases] of Object.entries(table)) {
    for (const [ms, zone, day, withHour] of cases.days) {
      assert.equal(weekday(ms, zone, language), day);
      assert.equal(dayAndTime(ms, ms - 3 * 86_400_000, zone, language), withHour);
      assert.equal(dayAndTime(ms, ms, zone, language), withHour.split(", ").at(-1));
    }
  }
});
