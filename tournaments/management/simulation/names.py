"""People's names from a seed."""

from __future__ import annotations

from random import Random

FIRST = (
    "Ana Beatriz Bruno Caio Camila Carla Carlos Cecília Daniel Davi Débora Diego Dora Eduardo Elisa Enzo Felipe"
    " Fernanda Flávia Gabriel Gustavo Helena Henrique Heitor Isabela Igor Iara João Joana José Júlia Lara Larissa"
    " Laura Leandro Letícia Lívia Lorena Lucas Luísa Luiz Manuela Marcelo Marcos Mariana Marina Mateus Miguel"
    " Natália Nina Olívia Otávio Paula Pedro Rafael Raquel Renata Ricardo Roberta Rodrigo Rui Samuel Sara Sofia"
    " Tainá Teresa Thiago Tomás Valentina Vera Vicente Vinícius Vitória Yasmin Zeca"
).split()
LAST = (
    "Abreu Alencar Almeida Alves Amaral Andrade Araújo Assis Azevedo Barbosa Barros Batista Borges Braga Brito"
    " Bueno Caldas Campos Cardoso Carvalho Castro Cavalcanti Coelho Correia Costa Cruz Cunha Dias Duarte Esteves"
    " Farias Fernandes Ferreira Fonseca Freitas Furtado Garcia Gomes Gonçalves Guimarães Leal Leite Lima Lopes"
    " Macedo Machado Maia Marques Martins Matos Meireles Melo Mendes Miranda Monteiro Moraes Moreira Moura"
    " Nascimento Neves Nogueira Nunes Oliveira Pacheco Paiva Peixoto Pereira Pinheiro Pinto Pires Prado Queiroz"
    " Ramos Rangel Rebelo Reis Ribeiro Rocha Rodrigues Sá Sales Santana Santos Silva Siqueira Soares Souza Tavares"
    " Teixeira Toledo Torres Valente Vasconcelos Vaz Viana Vieira Xavier"
).split()


def full_name(chance: Random) -> str:
    """First name and two family names."""
    return f"{chance.choice(FIRST)} {chance.choice(LAST)} {chance.choice(LAST)}"


def public_name(full: str, number: int) -> str:
    """What the tables call somebody; the number keeps namesakes apart in a big field."""
    first, *_, last = full.split()
    return f"{first} {last}" if number < 40 else f"{first} {last} {number}"
